import { describe, expect, test } from "vitest";
import { handler } from "../../../../functions/mail/mailFeedback/index.ts";
import { Mail } from "../../../../shared/entities/mail.ts";
import { MailAddress, mailAddressKey } from "../../../../shared/entities/mailAddress.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { sqsEvent } from "../../../support/messages.ts";

const AT = "2026-11-22T10:00:00.123Z";

/** A mail that was sent, and the events that SES publishes about it. */
async function sent(
  record: { status?: "sent" | "sending" | "waiting"; message_id?: string | undefined } = {},
) {
  const message_id = newUuid();
  const address = `Person.${message_id}@Example.com`;
  const key = {
    reseller_uuid: newUuid(),
    about: "user",
    uuid: newUuid(),
    occasion: "onboarding",
  } as const;
  await Mail.create({ ...key, status: "sent", message_id, ...record }).go();
  const tags = Object.fromEntries(Object.entries(key).map(([name, value]) => [name, [value]]));
  const mail = { messageId: message_id, tags: { ...tags, "ses:caller-identity": ["x"] } };
  const bounce = (more: object = {}) => ({
    eventType: "Bounce",
    bounce: {
      bounceType: "Permanent",
      bounceSubType: "General",
      bouncedRecipients: [
        { emailAddress: address, action: "failed", diagnosticCode: "smtp; 550 5.1.1 no such user" },
      ],
      timestamp: AT,
      ...more,
    },
    mail,
  });
  const complaint = (more: object = {}) => ({
    eventType: "Complaint",
    complaint: {
      complainedRecipients: [{ emailAddress: `Somebody <${address.toLowerCase()}>` }],
      timestamp: AT,
      complaintFeedbackType: "abuse",
      ...more,
    },
    mail,
  });
  const read = async () => ({
    mail: (await Mail.get(key).go()).data,
    address: (await MailAddress.get(mailAddressKey(address.toLowerCase())).go()).data,
  });
  return { key, message_id, bounce, complaint, read };
}

const done = { batchItemFailures: [] };

describe("a permanent bounce", () => {
  test("ends mail to the address and is recorded with the mail", async () => {
    const { key, message_id, bounce, read } = await sent();
    expect(await handler(sqsEvent(bounce(), bounce()))).toEqual(done);
    const reason = "General: smtp; 550 5.1.1 no such user";
    expect(await read()).toEqual({
      mail: { ...key, status: "bounced", message_id, reason },
      address: {
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        reason: "bounce",
        suppressed_at: "2026-11-22T10:00:00+00:00",
      },
    });
  });

  test("is recorded even before the mailer has recorded the mail as sent", async () => {
    const { bounce, read } = await sent({ status: "sending", message_id: undefined });
    expect(await handler(sqsEvent(bounce()))).toEqual(done);
    expect(await read()).toMatchObject({ mail: { status: "bounced" } });
  });

  test.each([
    { status: "sent", message_id: "a-later-one" },
    { status: "waiting", message_id: undefined },
  ] as const)("of an earlier sending leaves the $status mail as it is", async (record) => {
    const { bounce, read } = await sent(record);
    expect(await handler(sqsEvent(bounce()))).toEqual(done);
    expect(await read()).toMatchObject({
      mail: { status: record.status },
      address: { reason: "bounce" },
    });
  });

  test("of an unknown mail ends mail to the address too", async () => {
    const { bounce, read } = await sent();
    const { mail, ...event } = bounce();
    expect(await handler(sqsEvent({ ...event, mail: { ...mail, tags: {} } }))).toEqual(done);
    expect(await read()).toMatchObject({ mail: { status: "sent" }, address: { reason: "bounce" } });
  });
});

test("a complaint ends mail to the address in any spelling", async () => {
  const { complaint, read } = await sent();
  expect(await handler(sqsEvent(complaint()))).toEqual(done);
  expect(await read()).toMatchObject({
    mail: { status: "complained", reason: "abuse" },
    address: { reason: "complaint" },
  });
  const other = await sent();
  const withoutType = other.complaint({ complaintFeedbackType: null });
  expect(await handler(sqsEvent(withoutType))).toEqual(done);
  expect(await other.read()).toMatchObject({ mail: { reason: "unspecified" } });
});

test("transient bounces and reports that a mail is not spam change nothing", async () => {
  const { bounce, complaint, read } = await sent();
  const events = [
    bounce({ bounceType: "Transient", bounceSubType: "MailboxFull" }),
    bounce({ bounceType: "Undetermined" }),
    complaint({ complaintFeedbackType: "not-spam" }),
  ];
  expect(await handler(sqsEvent(...events))).toEqual(done);
  expect(await read()).toMatchObject({ mail: { status: "sent" }, address: null });
});

test("gives back malformed messages, but not SES's greeting to the topic", async () => {
  const { bounce, read } = await sent();
  const { Records } = sqsEvent({}, bounce(), {});
  const [first, , last] = Records;
  if (first) first.body = "no JSON";
  if (last) last.body = "Successfully validated SNS topic for Amazon SES event publishing.";
  expect(await handler({ Records })).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }],
  });
  expect(await read()).toMatchObject({ mail: { status: "bounced" } });
});
