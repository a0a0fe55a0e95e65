import * as z from "zod/mini";
import { Business } from "../../shared/entities/business.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updated } from "../../shared/http/envelopes.ts";
import { businessesOf } from "../../shared/lists/lists.ts";
import { listEntities, replaceInList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { businessBody } from "./businessBody.ts";
import { replacedValues } from "./customFieldValues.ts";
import { getBusiness } from "./getBusiness.ts";
import { presentBusiness } from "./presentBusiness.ts";

export const updateBusiness = endpoint({
  record: "businesses",
  body: z.partial(businessBody),
  async answer({ reseller_uuid, uuid, body }) {
    const business = await retryOnConflict(async () => {
      const { business: found, fields } = await getBusiness(reseller_uuid, uuid);
      const { custom_fields = [], ...given } = body;
      if (Object.keys(body).length === 0) return found;
      const changes = {
        ...given,
        custom_field_values: replacedValues(found.custom_field_values, custom_fields, fields),
        revision: found.revision + 1,
        updated_at: timestamp(),
      };
      const record = { ...found, ...changes };
      await transact({ business: Business, ...listEntities }, (entities) => [
        entities.business
          .patch({ reseller_uuid, uuid })
          .set(changes)
          .where(({ revision }, { eq }) => eq(revision, found.revision))
          .commit(),
        ...replaceInList(entities, businessesOf(reseller_uuid, found.user_uuid), record),
      ]);
      return record;
    });
    return updated("Business", presentBusiness(business));
  },
});
