import * as z from "zod/mini";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { addressFields } from "../../../shared/fields/address.ts";
import { described } from "../../../shared/fields/described.ts";
import {
  businessName,
  email,
  hostname,
  languagePreference,
  text,
} from "../../../shared/fields/fields.ts";
import { newBusiness } from "../../../shared/lists/businesses.ts";
import { newListed } from "../../../shared/lists/createListed.ts";
import { newWebsite } from "../../../shared/lists/websites.ts";
import type { Write } from "../../../shared/platform/table/transact.ts";
import { presentUser } from "../../../shared/resources/presenters.ts";
import type { onboardedUserSchema } from "../../../shared/resources/schemas.ts";

/**
 * The body of an onboarding (section 4.3 of the specification). Address lines 2 and 3, county and
 * postcode are optional: not every country has them.
 */
export const onboardingBody = z.object({
  email: email("Email"),
  first_name: text("First name"),
  last_name: text("Last name"),
  language_preference: languagePreference("Language preference"),
  business: described(
    z.object({
      business_name: described(businessName, "Name of the business."),
      hostname,
      ...addressFields,
      address_line_2: z._default(addressFields.address_line_2, ""),
      address_line_3: z._default(addressFields.address_line_3, ""),
      county: z._default(addressFields.county, ""),
      postcode: z._default(addressFields.postcode, ""),
    }),
    "The user's first business, with the postal address that directories are compared with.",
  ),
  send_onboarding_email: described(
    z._default(z.boolean(), true),
    "Whether the user gets the onboarding e-mail. Reports do not depend on it.",
    false,
  ),
});

/** What a customer takes over of a prospect: the uuids of its records, and further writes, given the user's. */
export interface TakenOver {
  business_uuid: string;
  website_uuid: string;
  measured: Pick<WebsiteRecord, "open_findings" | "certificate">;
  also(user_uuid: string): Promise<Write[]>;
}

/** The records of an onboarding: the user with this number in its list, its first business, and that one's first website. */
export function newRecords(
  body: z.output<typeof onboardingBody>,
  { uuid: reseller_uuid, default_plan_uuid }: ResellerRecord,
  { sequence, former }: { sequence: number; former?: TakenOver | undefined },
): { user: UserRecord; business: BusinessRecord; website: WebsiteRecord } {
  const { business: first, send_onboarding_email, ...person } = body;
  const { business_name, hostname, ...address } = first;
  const user: UserRecord = newListed({
    place: { reseller_uuid },
    sequence,
    attributes: {
      ...person,
      ...(!send_onboarding_email && { is_onboarded_quietly: true }),
      business_sequence: 1,
      country_code: address.country_code,
      // Null until the first change (section 2.1 of the specification).
      updated_at: undefined,
    },
  });
  const business: BusinessRecord = newListed({
    place: { reseller_uuid, user_uuid: user.uuid },
    ...{ sequence: 0, uuid: former?.business_uuid },
    attributes: {
      ...newBusiness({ plan_uuid: default_plan_uuid, name: business_name, address }),
      industry: "",
      products: [],
      custom_field_values: [],
      website_sequence: 1,
    },
  });
  const website: WebsiteRecord = newListed({
    place: { reseller_uuid, business_uuid: business.uuid },
    ...{ sequence: 0, uuid: former?.website_uuid },
    attributes: newWebsite({ hostname, user_uuid: user.uuid, ...former?.measured }),
  });
  return { user, business, website };
}

/** The user in the answer to an onboarding (section 2.1 of the specification). */
export function presentOnboardedUser(user: UserRecord): z.output<typeof onboardedUserSchema> {
  const { avatar: _, country_code: __, suspended_at: ___, ...shown } = presentUser(user);
  return shown;
}
