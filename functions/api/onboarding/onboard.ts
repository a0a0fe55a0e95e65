import type * as z from "zod/mini";
import { EmailAddress, emailAddressKey } from "../../../shared/entities/emailAddress.ts";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import type { Keep } from "../../../shared/http/answerOnce.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { countOf, readCounts } from "../../../shared/lists/account.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { creation, findRoom } from "../../../shared/lists/createListed.ts";
import { assertRoom, limitOf } from "../../../shared/lists/recordLimits.ts";
import { users } from "../../../shared/lists/users.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { NotAuthenticated, ValidationFailed } from "../../../shared/platform/errors.ts";
import {
  retryOnConflict,
  takeSequences,
  transact,
  write,
} from "../../../shared/platform/table/transact.ts";
import { newRecords, onboardingBody, presentOnboardedUser, type TakenOver } from "./onboarding.ts";

interface NewCustomer {
  body: z.output<typeof onboardingBody>;
  keep: Keep;
  /** Reads what is known of the customer's website already. */
  takeOver?: () => Promise<TakenOver>;
}

/** Creates a user, a business and a website in one transaction. */
export const onboard = postEndpoint({
  body: onboardingBody,
  answer: ({ reseller_uuid, body, keep }) => createCustomer(reseller_uuid, { body, keep }),
});

/** Creates the records of an onboarding in one transaction, and returns its answer. */
export async function createCustomer(reseller_uuid: string, { body, keep, takeOver }: NewCustomer) {
  const claim = emailAddressKey(reseller_uuid, body.email);
  return await retryOnConflict(async () => {
    const { data: owner } = await EmailAddress.get(claim).go({ consistent: true });
    if (owner) {
      throw new ValidationFailed({ email: { unique: "Email belongs to a user already" } });
    }
    const counting = { entity: Reseller, key: { uuid: reseller_uuid } };
    const [taken, counts] = await Promise.all([
      takeSequences(counting, ["user_sequence"]),
      readCounts(reseller_uuid),
    ]);
    if (!taken) throw new NotAuthenticated();
    const reseller = taken.record as unknown as ResellerRecord;
    assertRoom(reseller, counts, {
      max_businesses: "business.business_name",
      max_websites: "business.hostname",
    });
    const limit = limitOf(reseller, "max_users", "email");
    const sequence = await findRoom(
      users,
      { reseller_uuid },
      { sequence: taken.first.user_sequence, limit },
    );
    const former = await takeOver?.();
    const { user, business, website } = newRecords(body, reseller, { sequence, former });
    const answer = {
      success: true as const,
      message: "User onboarded",
      data: { user: presentOnboardedUser(user) },
    };
    await transact(
      write(EmailAddress, (email) => email.create({ ...claim, user_uuid: user.uuid }).commit()),
      ...creation(users, user, limit.most),
      ...creation(businesses, business),
      ...creation(websites, website),
      countOf(website, { businesses: 1, [website.state]: 1 }),
      ...((await former?.also(user.uuid)) ?? []),
      ...keep(answer),
    );
    return answer;
  });
}
