import * as z from "zod/mini";
import { uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { pageOf } from "../../../shared/http/envelopes.ts";
import { pageQuery, paginated, readRequestedPage } from "../../../shared/http/pagination.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { presentCompetitor } from "../../../shared/resources/competitor.ts";
import { competitorSchema } from "../../../shared/resources/schemas.ts";

export const listCompetitors = endpoint({
  route: "GET /v1/competitors",
  id: "listCompetitors",
  summary: "List the competitors of a business",
  details: "Oldest first. The list is empty if the business does not exist.",
  response: () => pageOf(competitorSchema),
  query: z.object({ businessUuid: uuidParameter("businessUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const { records, total } = await readRequestedPage(competitors, place, query);
    return paginated(event, query, { records: records.map(presentCompetitor), total });
  },
});
