import * as z from "zod/mini";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updated } from "../../shared/http/responses.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { changeListed } from "../../shared/lists/changeListed.ts";
import { presentBusiness } from "../../shared/resources/business.ts";
import { businessBody, getCustomFields } from "./business.ts";
import { replacedValues } from "./customFieldValues.ts";

export const updateBusiness = endpoint({
  record: "businesses",
  body: z.partial(businessBody),
  async answer({ reseller_uuid, uuid, body }) {
    const { custom_fields, ...given } = body;
    const key = { reseller_uuid, uuid };
    const business = await changeListed(businesses, key, async ({ custom_field_values }) => {
      if (!custom_fields) return { set: given };
      const fields = await getCustomFields(reseller_uuid);
      const values = replacedValues(custom_field_values, custom_fields, fields);
      return { set: { ...given, custom_field_values: values } };
    });
    return updated("Business", presentBusiness(business));
  },
});
