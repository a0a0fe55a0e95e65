import * as z from "zod/mini";
import type { CompetitorRecord } from "../../shared/entities/competitor.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/parentQuery.ts";
import { competitorsOf } from "../../shared/lists/lists.ts";
import { presentCompetitor } from "./presentCompetitor.ts";

export const listCompetitors = endpoint({
  query: z.object({ businessUuid: uuidParameter("businessUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const list = competitorsOf(reseller_uuid, query.businessUuid);
    const { records, total } = await readRequestedPage<CompetitorRecord>(list, query);
    return paginated(event, query, { records: records.map(presentCompetitor), total });
  },
});
