import * as z from "zod/mini";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { users } from "../../shared/lists/users.ts";
import { presentUser } from "../../shared/resources/user.ts";

export const listUsers = endpoint({
  query: z.object(pageQuery),
  async answer({ reseller_uuid, query, event }) {
    const { records, total } = await readRequestedPage(users, { reseller_uuid }, query);
    return paginated(event, query, { records: records.map(presentUser), total });
  },
});
