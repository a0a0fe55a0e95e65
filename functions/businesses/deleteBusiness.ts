import { Business } from "../../shared/entities/business.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/envelopes.ts";
import { businessesOf } from "../../shared/lists/lists.ts";
import { listEntities, removeFromList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { getBusiness } from "./getBusiness.ts";

/** The business is gone at once; `functions/cleanup` removes what hangs below it. */
export const deleteBusiness = endpoint({
  record: "businesses",
  async answer({ reseller_uuid, uuid }) {
    await retryOnConflict(async () => {
      const { business } = await getBusiness(reseller_uuid, uuid);
      const list = businessesOf(reseller_uuid, business.user_uuid);
      await transact({ business: Business, ...listEntities }, (entities) => [
        entities.business.remove({ reseller_uuid, uuid }).commit(),
        ...removeFromList(entities, list, business.sequence),
      ]);
    });
    return deleted("Business");
  },
});
