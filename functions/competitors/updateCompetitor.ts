import { Competitor } from "../../shared/entities/competitor.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updated } from "../../shared/http/envelopes.ts";
import { competitorsOf } from "../../shared/lists/lists.ts";
import { listEntities, replaceInList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { competitorBody } from "./competitorBody.ts";
import { getCompetitor } from "./getCompetitor.ts";
import { presentCompetitor } from "./presentCompetitor.ts";

export const updateCompetitor = endpoint({
  record: "competitors",
  body: competitorBody,
  async answer({ reseller_uuid, uuid, body }) {
    const competitor = await retryOnConflict(async () => {
      const found = await getCompetitor(reseller_uuid, uuid);
      const sent = Object.keys(body);
      if (sent.length === 0) return found;
      const changes = {
        ...body,
        client_fields: [...new Set([...found.client_fields, ...sent])],
        revision: found.revision + 1,
        updated_at: timestamp(),
      };
      const record = { ...found, ...changes };
      await transact({ competitor: Competitor, ...listEntities }, (entities) => [
        entities.competitor
          .patch({ reseller_uuid, uuid })
          .set(changes)
          .where(({ revision }, { eq }) => eq(revision, found.revision))
          .commit(),
        ...replaceInList(entities, competitorsOf(reseller_uuid, found.business_uuid), record),
      ]);
      return record;
    });
    return updated("Competitor", presentCompetitor(competitor));
  },
});
