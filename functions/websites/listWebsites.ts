import * as z from "zod/mini";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/parentQuery.ts";
import { websitesOf } from "../../shared/lists/lists.ts";
import { presentWebsite } from "./presentWebsite.ts";

export const listWebsites = endpoint({
  query: z.object({ businessUuid: uuidParameter("businessUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const list = websitesOf(reseller_uuid, query.businessUuid);
    const { records, total } = await readRequestedPage<WebsiteRecord>(list, query);
    return paginated(event, query, { records: records.map(presentWebsite), total });
  },
});
