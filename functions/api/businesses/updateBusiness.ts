import * as z from "zod/mini";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { updated } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { presentBusiness } from "../../../shared/resources/business.ts";
import { readCustomFields } from "../../../shared/resources/customFields.ts";
import { assertSize } from "./assertSize.ts";
import { businessBody, showBusiness } from "./business.ts";
import { replacedValues } from "./customFieldValues.ts";

export const updateBusiness = endpoint({
  record: "businesses",
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
