import * as z from "zod/mini";
import { uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { pageQuery, paginated, readRequestedPage } from "../../../shared/http/pagination.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { presentCompetitor } from "../../../shared/resources/competitor.ts";

export const listCompetitors = endpoint({
  query: z.object({ businessUuid: uuidParameter("businessUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const { records, total } = await readRequestedPage(competitors, place, query);
    return paginated(event, query, { records: records.map(presentCompetitor), total });
  },
});
