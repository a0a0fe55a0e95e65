import * as z from "zod/mini";
import { Website } from "../../shared/entities/website.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updated } from "../../shared/http/envelopes.ts";
import { websitesOf } from "../../shared/lists/lists.ts";
import { listEntities, replaceInList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { getWebsite } from "./getWebsite.ts";
import { presentWebsite } from "./presentWebsite.ts";
import { websiteBody } from "./websiteBody.ts";

export const updateWebsite = endpoint({
  record: "websites",
  body: z.partial(websiteBody),
  async answer({ reseller_uuid, uuid, body }) {
    const website = await retryOnConflict(async () => {
      const found = await getWebsite(reseller_uuid, uuid);
      const { hostname } = body;
      if (hostname === undefined) return found;
      const changes = {
        hostname,
        // Another site: up until a check has found it down.
        is_hostname_up: hostname === found.hostname ? found.is_hostname_up : true,
        revision: found.revision + 1,
        updated_at: timestamp(),
      };
      const record = { ...found, ...changes };
      await transact({ website: Website, ...listEntities }, (entities) => [
        entities.website
          .patch({ reseller_uuid, uuid })
          .set(changes)
          .where(({ revision }, { eq }) => eq(revision, found.revision))
          .commit(),
        ...replaceInList(entities, websitesOf(reseller_uuid, found.business_uuid), record),
      ]);
      return record;
    });
    return updated("Website", presentWebsite(website));
  },
});
