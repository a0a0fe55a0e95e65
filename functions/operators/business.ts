import type { BusinessRecord } from "../../shared/entities/business.ts";
import { Plan } from "../../shared/entities/plan.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { presentBusiness } from "../../shared/resources/business.ts";
import { readCustomFields } from "../../shared/resources/customField.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { noRecord } from "./records.ts";
import { requireChangeable } from "./reseller.ts";

/** A business as operators see it: with its address, and its custom fields by name. */
export async function describeBusiness(business: BusinessRecord) {
  const { reseller_uuid, custom_field_values, address = null } = business;
  const fields = await readCustomFields(reseller_uuid);
  const names = new Map(fields.map(({ uuid, name }) => [uuid, name]));
  return {
    ...presentBusiness(business),
    address,
    custom_fields: custom_field_values.flatMap(({ custom_field_uuid, value }) => {
      const name = names.get(custom_field_uuid);
      return name === undefined ? [] : [{ name, value }];
    }),
  };
}

/** Moves a business to another plan of its reseller. */
export async function setBusinessPlan({
  business_uuid,
  plan_uuid,
}: CommandInput<"business set-plan">) {
  const { reseller_uuid } = await requireChangeable("business", business_uuid);
  await assertPlan(reseller_uuid, plan_uuid);
  const key = { reseller_uuid, uuid: business_uuid };
  const business = await unlessGone(
    changeListed(businesses, key, (business) =>
      business.plan_uuid === plan_uuid ? undefined : { set: { plan_uuid } },
    ),
  );
  if (business === undefined) throw noRecord("business", business_uuid);
  const { uuid, name, updated_at } = business;
  return { uuid, reseller_uuid, name, plan_uuid, updated_at };
}

async function assertPlan(reseller_uuid: string, uuid: string) {
  const { data } = await Plan.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (data) return;
  throw new WrongInput(
    `The business belongs to reseller ${reseller_uuid}, which has no plan ${uuid}: "plan list --reseller ${reseller_uuid}" shows those it has.`,
  );
}
