import * as z from "zod/mini";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { described } from "../../../shared/fields/described.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { countOf, readCounts } from "../../../shared/lists/account.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { creation } from "../../../shared/lists/createListed.ts";
import { usersOf } from "../../../shared/lists/listedKind.ts";
import { assertRoom, assertRoomInList, limitOf } from "../../../shared/lists/recordLimits.ts";
import { assertFreeEmail, emailCreation, users } from "../../../shared/lists/users.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { NotAuthenticated } from "../../../shared/platform/errors.ts";
import {
  retryOnConflict,
  takeSequences,
  transact,
  type Write,
} from "../../../shared/platform/table/transact.ts";
import {
  addressSchema,
  onboardedUserSchema,
  websiteSchema,
} from "../../../shared/resources/schemas.ts";
import { newRecords, onboardingBody, presentOnboardedUser, type TakenOver } from "./onboarding.ts";

interface NewCustomer {
  body: z.output<typeof onboardingBody>;
  keep: (answer: z.output<ReturnType<typeof onboardingAnswer.response>>) => Write[];
  /** Reads what is known of the customer's website already. */
  takeOver?: () => Promise<TakenOver>;
}

/** What the description says of the answer to an onboarding, and of the fields of its body. */
export const onboardingAnswer = {
  response: () =>
    doneOf(
      "User onboarded",
      z.strictObject({ user: described(onboardedUserSchema, "The new user.") }),
    ),
  describedBy: () => [onboardedUserSchema, addressSchema, websiteSchema],
};

/** Creates a user, a business and a website in one transaction. */
export const onboard = postEndpoint({
  route: "POST /v1/onboarding",
  id: "onboard",
  summary: "Onboard a user",
  details:
    "Creates a user, a first business and its first website, or nothing at all, and sends the user one e-mail unless `send_onboarding_email` is `false`. The business gets your default plan, an empty industry and no products. The numbers of your users, businesses and websites are limited: rule `max`.",
  ...onboardingAnswer,
  exampleBody: {
    email: "ada@example.com",
    first_name: "Ada",
    last_name: "Lovelace",
    language_preference: "en-GB",
    business: {
      business_name: "Example Bakery",
      hostname: "https://bakery.example.com",
      address_line_1: "1 Mill Street",
      address_line_2: "",
      address_line_3: "",
      city: "London",
      county: "Greater London",
      postcode: "N1 1AA",
      phone_number: "+442071838750",
      country_code: "GB",
    },
  },
  body: onboardingBody,
  answer: ({ reseller_uuid, body, keep }) => createCustomer(reseller_uuid, { body, keep }),
});

/** Creates the records of an onboarding in one transaction with its answer. */
export async function createCustomer(reseller_uuid: string, { body, keep, takeOver }: NewCustomer) {
  await retryOnConflict(async () => {
    await assertFreeEmail(reseller_uuid, body.email, "Email belongs to a user already");
    const counting = { entity: Reseller, key: { uuid: reseller_uuid } };
    const [sequences, counts] = await Promise.all([
      takeSequences(counting, "user_sequence"),
      readCounts(reseller_uuid),
    ]);
    if (!sequences) throw new NotAuthenticated();
    const reseller = sequences.record as ResellerRecord;
    assertRoom(reseller, counts, {
      max_businesses: "business.business_name",
      max_websites: "business.hostname",
    });
    const sequence = sequences.first;
    const limit = limitOf(reseller, "max_users", "email");
    await assertRoomInList(usersOf({ reseller_uuid }), sequence, limit);
    const former = await takeOver?.();
    const { user, business, website } = newRecords(body, reseller, { sequence, former });
    const answer = {
      success: true as const,
      message: "User onboarded",
      data: { user: presentOnboardedUser(user) },
    };
    await transact(
      emailCreation(user),
      ...creation(users, user),
      ...creation(businesses, business),
      ...creation(websites, website),
      countOf(website, { businesses: 1, [website.state]: 1 }),
      ...((await former?.also(user.uuid)) ?? []),
      ...keep(answer),
    );
  });
}
