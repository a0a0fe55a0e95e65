import * as z from "zod/mini";
import { uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { pageOf } from "../../../shared/http/envelopes.ts";
import { pageQuery, paginated, readRequestedPage } from "../../../shared/http/pagination.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { websiteSchema } from "../../../shared/resources/schemas.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";

export const listWebsites = endpoint({
  route: "GET /v1/websites",
  id: "listWebsites",
  summary: "List the websites of a business",
  details: "Oldest first. The list is empty if the business does not exist.",
  response: () => pageOf(websiteSchema),
  query: z.object({ businessUuid: uuidParameter("businessUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const { records, total } = await readRequestedPage(websites, place, query);
    return paginated(event, query, { records: records.map(presentWebsite), total });
  },
});
