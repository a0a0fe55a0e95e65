import type * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import type { UserRecord } from "../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { newBusiness } from "../../shared/newBusiness.ts";
import { newWebsite } from "../../shared/newWebsite.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import type { onboardingBody } from "./onboardingBody.ts";

/** What an onboarding creates: the user, the first business of the user and its first website. */
export function newRecords(
  body: z.output<typeof onboardingBody>,
  reseller: ResellerRecord,
): { user: UserRecord; business: BusinessRecord; website: WebsiteRecord } {
  const { business: given, ...person } = body;
  const { business_name, hostname, ...address } = given;
  const reseller_uuid = reseller.uuid;
  const user: UserRecord = {
    ...person,
    reseller_uuid,
    uuid: newUuid(),
    sequence: reseller.user_sequence - 1,
    revision: 1,
    business_sequence: 1,
    country_code: address.country_code,
    created_at: timestamp(),
  };
  const business = newBusiness({
    reseller_uuid,
    user_uuid: user.uuid,
    sequence: 0,
    plan_uuid: reseller.default_plan_uuid,
    name: business_name,
    industry: "",
    products: [],
    custom_field_values: [],
    address,
  });
  const website = newWebsite({
    reseller_uuid,
    business_uuid: business.uuid,
    sequence: 0,
    hostname,
  });
  return { user, business: { ...business, website_sequence: 1 }, website };
}
