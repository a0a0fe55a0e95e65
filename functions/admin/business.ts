import type { BusinessRecord } from "../../shared/entities/business.ts";
import { CustomFields } from "../../shared/entities/customFields.ts";
import { presentBusiness } from "../../shared/resources/business.ts";
import { uuid } from "./command.ts";

export const business_uuid = uuid("The business", "find NAME");

/** A business as operators see it: with its address, and its custom fields by their names. */
export async function describeBusiness(business: BusinessRecord) {
  const { reseller_uuid, custom_field_values, address = null } = business;
  const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  const names = new Map(data?.fields.map(({ uuid, name }) => [uuid, name]));
  return {
    ...presentBusiness(business),
    address,
    custom_fields: custom_field_values.flatMap(({ custom_field_uuid, value }) => {
      const name = names.get(custom_field_uuid);
      return name === undefined ? [] : [{ name, value }];
    }),
  };
}
