import { Website } from "../../shared/entities/website.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/envelopes.ts";
import { websitesOf } from "../../shared/lists/lists.ts";
import { listEntities, removeFromList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { getWebsite } from "./getWebsite.ts";

/** The website and its place in the list are gone at once; `functions/cleanup` removes its feed items. */
export const deleteWebsite = endpoint({
  record: "websites",
  async answer({ reseller_uuid, uuid }) {
    await retryOnConflict(async () => {
      const { business_uuid, sequence } = await getWebsite(reseller_uuid, uuid);
      await transact({ website: Website, ...listEntities }, (entities) => [
        entities.website.remove({ reseller_uuid, uuid }).commit(),
        ...removeFromList(entities, websitesOf(reseller_uuid, business_uuid), sequence),
      ]);
    });
    return deleted("Website");
  },
});
