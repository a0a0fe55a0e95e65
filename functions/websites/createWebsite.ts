import * as z from "zod/mini";
import { Business } from "../../shared/entities/business.ts";
import { Website } from "../../shared/entities/website.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { created } from "../../shared/http/envelopes.ts";
import { parentMissing, uuidParameter } from "../../shared/http/parentQuery.ts";
import { websitesOf } from "../../shared/lists/lists.ts";
import { appendToList, listEntities } from "../../shared/lists/writes.ts";
import { newWebsite } from "../../shared/newWebsite.ts";
import { retryOnConflict, transact, writeIfTrue } from "../../shared/table/transact.ts";
import { presentWebsite } from "./presentWebsite.ts";
import { websiteBody } from "./websiteBody.ts";

export const createWebsite = endpoint({
  query: z.object({ businessUuid: uuidParameter("businessUuid") }),
  body: websiteBody,
  async answer({ reseller_uuid, query, body }) {
    const parent = { reseller_uuid, uuid: query.businessUuid };
    const website = await retryOnConflict(async () => {
      const business = await writeIfTrue(() =>
        Business.patch(parent).add({ website_sequence: 1 }).go({ response: "all_new" }),
      );
      if (!business) throw parentMissing("businessUuid");
      const record = newWebsite({
        reseller_uuid,
        business_uuid: parent.uuid,
        sequence: business.data.website_sequence - 1,
        hostname: body.hostname,
      });
      await transact({ business: Business, website: Website, ...listEntities }, (entities) => [
        entities.business
          .check(parent)
          .where(({ uuid }, { exists }) => exists(uuid))
          .commit(),
        entities.website.create(record).commit(),
        ...appendToList(entities, websitesOf(reseller_uuid, parent.uuid), record),
      ]);
      return record;
    });
    return created("Website", presentWebsite(website));
  },
});
