import { EmailAddress, emailAddressKey } from "../../shared/entities/emailAddress.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { creation, takeSequence } from "../../shared/lists/createListed.ts";
import { users } from "../../shared/lists/users.ts";
import { websites } from "../../shared/lists/websites.ts";
import { retryOnConflict, transact, write } from "../../shared/table/transact.ts";
import { newRecords, onboardingBody, presentOnboardedUser } from "./onboarding.ts";

/** Creates a user, a business and a website in one transaction, or nothing. */
export const onboard = endpoint({
  body: onboardingBody,
  async answer({ reseller_uuid, body }) {
    const claim = emailAddressKey(reseller_uuid, body.email);
    const user = await retryOnConflict(async () => {
      const { data: taken } = await EmailAddress.get(claim).go({ consistent: true });
      if (taken) {
        throw new ValidationFailed({ email: { unique: "Email belongs to a user already" } });
      }
      const place = await takeSequence(users, { reseller_uuid });
      if (!place) throw new Error(`The reseller ${reseller_uuid} of the key does not exist`);
      const records = newRecords(body, place.parent as ResellerRecord, place.sequence);
      const { user, business, website } = records;
      await transact(
        write(EmailAddress, (email) => email.create({ ...claim, user_uuid: user.uuid }).commit()),
        ...creation(users, user),
        ...creation(businesses, business),
        ...creation(websites, website),
      );
      return user;
    });
    return {
      success: true as const,
      message: "User onboarded",
      data: { user: presentOnboardedUser(user) },
    };
  },
});
