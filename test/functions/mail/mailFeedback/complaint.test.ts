import { expect, test } from "vitest";
import { handler } from "../../../../functions/mail/mailFeedback/index.ts";
import { MailAddress, mailAddressKey } from "../../../../shared/entities/mailAddress.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { startSes } from "../../../support/ses.ts";
import { deliver, mailOf, onboard } from "../mailer/onboarded.ts";

await startSes();
const AT = "2026-11-22T10:00:00.123Z";

/** What SES reports of a mail to this address. */
function feedback(emailAddress: string, kind: "Bounce" | "Complaint") {
  const bouncedRecipients = [{ emailAddress }];
  const bounceType = "Permanent";
  const bounce = { bounceType, bounceSubType: "General", bouncedRecipients, timestamp: AT };
  const complaint = { complainedRecipients: [{ emailAddress }], timestamp: AT };
  return {
    eventType: kind,
    ...(kind === "Bounce" ? { bounce } : { complaint }),
    mail: { messageId: newUuid(), tags: {} },
  };
}

test("a complaint ends mail to the person, a bounce to one address", async () => {
  const name = newUuid();
  const [plain, shop, club] = ["", "+shop", "+club"].map((tag) => `${name}${tag}@example.com`);
  const event = (kind: "Bounce" | "Complaint") => feedback(shop ?? "", kind);
  const status = async (email = "") => {
    const onboarded = await onboard(undefined, { email });
    await deliver(onboarded.message);
    return (await mailOf(onboarded))?.status;
  };
  await handler(sqsEvent(event("Bounce")));
  expect([await status(plain), await status(shop), await status(club)]).toEqual([
    "sent",
    "suppressed",
    "sent",
  ]);
  await handler(sqsEvent(event("Complaint")));
  expect([await status(plain), await status(shop), await status(club)]).toEqual(
    Array(3).fill("suppressed"),
  );
  const { data } = await MailAddress.get(mailAddressKey(plain ?? "")).go();
  expect(data).toMatchObject({ reason: "complaint" });
});
