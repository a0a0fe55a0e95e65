import * as z from "zod/mini";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { shares } from "../../shared/lists/shares.ts";
import { presentShare } from "./share.ts";

export const listShares = endpoint({
  query: z.object(pageQuery),
  async answer({ reseller_uuid, query, event }) {
    const { records, total } = await readRequestedPage(shares, { reseller_uuid }, query);
    return paginated(event, query, { records: records.map(presentShare), total });
  },
});
