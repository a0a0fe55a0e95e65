import * as z from "zod/mini";
import { Business } from "../../shared/entities/business.ts";
import { CustomFields, type CustomFieldsRecord } from "../../shared/entities/customFields.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { User } from "../../shared/entities/user.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { created } from "../../shared/http/envelopes.ts";
import { parentMissing, uuidParameter } from "../../shared/http/parentQuery.ts";
import { businessesOf } from "../../shared/lists/lists.ts";
import { appendToList, listEntities } from "../../shared/lists/writes.ts";
import { newBusiness } from "../../shared/newBusiness.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { retryOnConflict, transact, writeIfTrue } from "../../shared/table/transact.ts";
import { businessBody } from "./businessBody.ts";
import { newValues } from "./customFieldValues.ts";
import { presentWithCustomFields } from "./presentBusiness.ts";

export const createBusiness = endpoint({
  query: z.object({ userUuid: uuidParameter("userUuid") }),
  body: businessBody,
  async answer({ reseller_uuid, query, body }) {
    const parent = { reseller_uuid, uuid: query.userUuid };
    const { custom_fields = [], ...given } = body;
    const { business, fields } = await retryOnConflict(async () => {
      const [reseller, customFields] = await batchGet(
        lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
        lookup<CustomFieldsRecord>(CustomFields, { reseller_uuid }),
      );
      if (!reseller) throw new Error(`The reseller ${reseller_uuid} of the key does not exist`);
      const fields = customFields?.fields ?? [];
      const custom_field_values = newValues(custom_fields, fields);
      const user = await writeIfTrue(() =>
        User.patch(parent).add({ business_sequence: 1 }).go({ response: "all_new" }),
      );
      if (!user) throw parentMissing("userUuid");
      const business = newBusiness({
        ...given,
        reseller_uuid,
        user_uuid: parent.uuid,
        sequence: user.data.business_sequence - 1,
        plan_uuid: reseller.default_plan_uuid,
        custom_field_values,
      });
      await transact({ user: User, business: Business, ...listEntities }, (entities) => [
        entities.user
          .check(parent)
          .where(({ uuid }, { exists }) => exists(uuid))
          .commit(),
        entities.business.create(business).commit(),
        ...appendToList(entities, businessesOf(reseller_uuid, parent.uuid), business),
      ]);
      return { business, fields };
    });
    return created("Business", presentWithCustomFields(business, fields));
  },
});
