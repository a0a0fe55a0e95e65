import { createHash } from "node:crypto";
import { Business } from "../../shared/entities/business.ts";
import { EmailAddress } from "../../shared/entities/emailAddress.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { User } from "../../shared/entities/user.ts";
import { Website } from "../../shared/entities/website.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { businessesOf, usersOf, websitesOf } from "../../shared/lists/lists.ts";
import { appendToList, listEntities } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact, writeIfTrue } from "../../shared/table/transact.ts";
import { newRecords } from "./newRecords.ts";
import { onboardingBody } from "./onboardingBody.ts";
import { presentOnboardedUser } from "./presentOnboardedUser.ts";

/** Creates a user, a business and a website in one transaction, or nothing. */
export const onboard = endpoint({
  body: onboardingBody,
  async answer({ reseller_uuid, body }) {
    const claim = { reseller_uuid, digest: digestOf(body.email) };
    const user = await retryOnConflict(async () => {
      const { data: taken } = await EmailAddress.get(claim).go({ consistent: true });
      if (taken) {
        throw new ValidationFailed({ email: { unique: "Email belongs to a user already" } });
      }
      const reseller = await writeIfTrue(() =>
        Reseller.patch({ uuid: reseller_uuid })
          .add({ user_sequence: 1 })
          .go({ response: "all_new" }),
      );
      if (!reseller) throw new Error(`The reseller ${reseller_uuid} of the key does not exist`);
      const { user, business, website } = newRecords(body, reseller.data);
      await transact(
        {
          emailAddress: EmailAddress,
          user: User,
          business: Business,
          website: Website,
          ...listEntities,
        },
        (entities) => [
          entities.emailAddress.create({ ...claim, user_uuid: user.uuid }).commit(),
          entities.user.create(user).commit(),
          ...appendToList(entities, usersOf(reseller_uuid), user),
          entities.business.create(business).commit(),
          ...appendToList(entities, businessesOf(reseller_uuid, user.uuid), business),
          entities.website.create(website).commit(),
          ...appendToList(entities, websitesOf(reseller_uuid, business.uuid), website),
        ],
      );
      return user;
    });
    return {
      success: true,
      message: "User onboarded",
      data: { user: presentOnboardedUser(user) },
    };
  },
});

/** Addresses that differ in case only are the same address to everyone who would type them. */
function digestOf(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex");
}
