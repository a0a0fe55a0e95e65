import * as z from "zod/mini";
import type { UserRecord } from "../../shared/entities/user.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { usersOf } from "../../shared/lists/lists.ts";
import { presentUser } from "./presentUser.ts";

export const listUsers = endpoint({
  query: z.object(pageQuery),
  async answer({ reseller_uuid, query, event }) {
    const { records, total } = await readRequestedPage<UserRecord>(usersOf(reseller_uuid), query);
    return paginated(event, query, { records: records.map(presentUser), total });
  },
});
