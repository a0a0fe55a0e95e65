import { EmailAddress, emailAddressKey } from "../../shared/entities/emailAddress.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { NotAuthenticated, ValidationFailed } from "../../shared/errors.ts";
import { postEndpoint } from "../../shared/http/postEndpoint.ts";
import { assertRoom, limitOf } from "../../shared/limits/recordLimits.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { creation, findRoom } from "../../shared/lists/createListed.ts";
import { users } from "../../shared/lists/users.ts";
import { websites } from "../../shared/lists/websites.ts";
import { retryOnConflict, takeSequences, transact, write } from "../../shared/table/transact.ts";
import { newRecords, onboardingBody, presentOnboardedUser } from "./onboarding.ts";

/** Creates a user, a business and a website in one transaction. */
export const onboard = postEndpoint({
  body: onboardingBody,
  async answer({ reseller_uuid, body, keep }) {
    const claim = emailAddressKey(reseller_uuid, body.email);
    return await retryOnConflict(async () => {
      const { data: owner } = await EmailAddress.get(claim).go({ consistent: true });
      if (owner) {
        throw new ValidationFailed({ email: { unique: "Email belongs to a user already" } });
      }
      const taken = await takeSequences({ entity: Reseller, key: { uuid: reseller_uuid } }, [
        "user_sequence",
        "account_business_sequence",
        "account_website_sequence",
      ]);
      if (!taken) throw new NotAuthenticated();
      const { first } = taken;
      const reseller = taken.record as unknown as ResellerRecord;
      assertRoom(reseller, "max_businesses", "business.business_name");
      assertRoom(reseller, "max_websites", "business.hostname");
      const limit = limitOf(reseller, "max_users", "email");
      const sequence = await findRoom(
        users,
        { reseller_uuid },
        {
          sequence: first.user_sequence,
          limit,
        },
      );
      const records = newRecords(body, reseller, {
        sequence,
        ofBusiness: first.account_business_sequence,
        ofWebsite: first.account_website_sequence,
      });
      const { user, business, website } = records;
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
        ...keep(answer),
      );
      return answer;
    });
  },
});
