import * as z from "zod/mini";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { updated } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { presentBusiness } from "../../../shared/resources/business.ts";
import { readCustomFields } from "../../../shared/resources/customField.ts";
import { plainBusinessSchema } from "../../../shared/resources/schemas.ts";
import { assertSize } from "./assertSize.ts";
import { businessBody, showBusiness } from "./business.ts";
import { replacedValues } from "./customFieldValues.ts";

export const updateBusiness = endpoint({
  route: "PATCH /v1/businesses/{business_uuid}",
  id: "updateBusiness",
  summary: "Change a business",
  details:
    "Changes the fields and custom fields that are sent, and keeps the rest. The answer has no `custom_field_values`. The size is limited as at the creation.",
  response: () => doneOf("Business updated", plainBusinessSchema),
  exampleBody: { name: "The Bakery" },
  body: z.partial(businessBody),
  async answer({ reseller_uuid, uuid, body, event }) {
    const check = preconditionOf(event, showBusiness);
    const { custom_fields, ...given } = body;
    const key = { reseller_uuid, uuid };
    const business = await changeListed(businesses, key, async (found) => {
      await check?.(found);
      const { custom_field_values } = found;
      const hasValues = custom_fields !== undefined || custom_field_values.length > 0;
      const fields = hasValues ? await readCustomFields(reseller_uuid) : [];
      const values = custom_fields && replacedValues(custom_field_values, custom_fields, fields);
      const set = { ...given, ...(values && { custom_field_values: values }) };
      assertSize({ ...found, ...set }, fields, body);
      return { set };
    });
    return updated("Business", presentBusiness(business));
  },
});
