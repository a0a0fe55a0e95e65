import * as z from "zod/mini";
import { Business } from "../../shared/entities/business.ts";
import { Competitor } from "../../shared/entities/competitor.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { created } from "../../shared/http/envelopes.ts";
import { parentMissing, uuidParameter } from "../../shared/http/parentQuery.ts";
import { competitorsOf } from "../../shared/lists/lists.ts";
import { appendToList, listEntities } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact, writeIfTrue } from "../../shared/table/transact.ts";
import { newCompetitorBody } from "./competitorBody.ts";
import { newCompetitor } from "./newCompetitor.ts";
import { presentCompetitor } from "./presentCompetitor.ts";

export const createCompetitor = endpoint({
  query: z.object({ businessUuid: uuidParameter("businessUuid") }),
  body: newCompetitorBody,
  async answer({ reseller_uuid, query, body }) {
    const parent = { reseller_uuid, uuid: query.businessUuid };
    const competitor = await retryOnConflict(async () => {
      const business = await writeIfTrue(() =>
        Business.patch(parent).add({ competitor_sequence: 1 }).go({ response: "all_new" }),
      );
      if (!business) throw parentMissing("businessUuid");
      const record = newCompetitor({
        reseller_uuid,
        business_uuid: parent.uuid,
        sequence: business.data.competitor_sequence - 1,
        hostname: body.hostname,
      });
      await transact(
        { business: Business, competitor: Competitor, ...listEntities },
        (entities) => [
          entities.business
            .check(parent)
            .where(({ uuid }, { exists }) => exists(uuid))
            .commit(),
          entities.competitor.create(record).commit(),
          ...appendToList(entities, competitorsOf(reseller_uuid, parent.uuid), record),
        ],
      );
      return record;
    });
    return created("Competitor", presentCompetitor(competitor));
  },
});
