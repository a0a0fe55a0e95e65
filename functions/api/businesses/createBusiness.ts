import * as z from "zod/mini";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { CustomFields, type CustomFieldsRecord } from "../../../shared/entities/customFields.ts";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { parentMissing, uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { businesses, newBusiness } from "../../../shared/lists/businesses.ts";
import { createListed, newListed } from "../../../shared/lists/createListed.ts";
import { assertRoom } from "../../../shared/lists/recordLimits.ts";
import { NotAuthenticated } from "../../../shared/platform/errors.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import { presentWithCustomFields } from "../../../shared/resources/business.ts";
import { businessSchema } from "../../../shared/resources/schemas.ts";
import { assertSize } from "./assertSize.ts";
import { businessBody } from "./business.ts";
import { newValues } from "./customFieldValues.ts";

export const createBusiness = postEndpoint({
  route: "POST /v1/businesses",
  id: "createBusiness",
  summary: "Add a business to a user",
  details:
    "The business gets your default plan. The number of your businesses is limited: rule `max`. A business takes at most 30,000 bytes of JSON with its custom field values, where quotation marks and backslashes count twice: rule `length` of the largest field that was sent.",
  response: () => doneOf("Business created", businessSchema),
  exampleBody: { name: "Example Bakery", industry: "Bakery", products: ["bread"] },
  query: z.object({ userUuid: uuidParameter("userUuid") }),
  body: businessBody,
  async answer({ reseller_uuid, query, body, keep }) {
    const { custom_fields = [], ...given } = body;
    const [[reseller, customFields], counts] = await Promise.all([
      batchGet(
        lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
        lookup<CustomFieldsRecord>(CustomFields, { reseller_uuid }),
      ),
      readCounts(reseller_uuid),
    ]);
    if (!reseller) throw new NotAuthenticated();
    assertRoom(reseller, counts, { max_businesses: "name" });
    const fields = customFields?.fields ?? [];
    const attributes = newBusiness({
      ...given,
      plan_uuid: reseller.default_plan_uuid,
      custom_field_values: newValues(custom_fields, fields),
    });
    const place = { reseller_uuid, user_uuid: query.userUuid };
    assertSize(newListed({ place, sequence: 0, attributes }), fields, body);
    const answerOf = (business: BusinessRecord) =>
      created("Business", presentWithCustomFields(business, fields));
    const business = await createListed(businesses, place, {
      attributes,
      also: (record) => keep(answerOf(record)),
    });
    if (!business) throw parentMissing("userUuid");
    return answerOf(business);
  },
});
