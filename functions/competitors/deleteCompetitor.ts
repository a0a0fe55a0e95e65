import { Competitor } from "../../shared/entities/competitor.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/envelopes.ts";
import { competitorsOf } from "../../shared/lists/lists.ts";
import { listEntities, removeFromList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { getCompetitor } from "./getCompetitor.ts";

export const deleteCompetitor = endpoint({
  record: "competitors",
  async answer({ reseller_uuid, uuid }) {
    await retryOnConflict(async () => {
      const { business_uuid, sequence } = await getCompetitor(reseller_uuid, uuid);
      await transact({ competitor: Competitor, ...listEntities }, (entities) => [
        entities.competitor.remove({ reseller_uuid, uuid }).commit(),
        ...removeFromList(entities, competitorsOf(reseller_uuid, business_uuid), sequence),
      ]);
    });
    return deleted("Competitor");
  },
});
