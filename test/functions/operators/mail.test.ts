import { expect, test } from "vitest";
import { Mail } from "../../../shared/entities/mail.ts";
import { MailAddress, mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { timestamp } from "../../../shared/time.ts";
import { messagesAbout } from "../../support/messages.ts";
import { startSes } from "../../support/ses.ts";
import { deliver, onboard } from "../mail/mailer/onboarded.ts";
import { MISSING_UUID, refusal, run } from "./run.ts";

const ses = await startSes();
const unsuppressed = { suppressed_at: null, suppressed_for: null };

async function resend(user_uuid: string, more: object = {}) {
  const listed = await run("mail resend", { user_uuid, ...more });
  const message = messagesAbout("MAIL_QUEUE_URL", user_uuid).at(-1);
  return { listed, message };
}

test("lists the status of a user's mails", async () => {
  const { user_uuid, email, message } = await onboard();
  expect(await run("mail list", { user_uuid })).toEqual([]);
  await deliver(message);
  expect(await run("mail list", { user_uuid })).toStrictEqual([
    {
      mail: "onboarding",
      email,
      status: "sent",
      sent_at: "2026-11-22T10:00:00+00:00",
      message_id: expect.stringMatching(/./),
      reason: null,
      ...unsuppressed,
    },
  ]);
});

test("sends a mail again, once", async () => {
  const { user_uuid, email, message } = await onboard();
  await deliver(message);
  const { listed, message: second } = await resend(user_uuid);
  const empty = { sent_at: null, message_id: null, reason: null };
  expect(listed).toEqual([
    { mail: "onboarding", email, status: "waiting", ...empty, ...unsuppressed },
  ]);
  expect(second).toEqual(message);
  for (const seconds of [1, 2, 1000]) expect(await deliver(second, seconds)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(2);
});

test("sends a mail that was never sent, but not while it is being sent", async () => {
  const { reseller_uuid, user_uuid, message } = await onboard();
  expect((await resend(user_uuid)).message).toEqual(message);
  const key = { reseller_uuid, about: "user", uuid: user_uuid, occasion: "onboarding" } as const;
  const claim = (claimed_until: string) =>
    Mail.put({ ...key, status: "sending", claimed_until }).go();
  await claim(timestamp(new Date(Date.now() + 60_000)));
  expect(await refusal("mail resend", { user_uuid })).toBe(
    "The mail is being sent at this moment.",
  );
  await claim("2026-01-01T00:00:00+00:00");
  expect((await resend(user_uuid)).listed).toMatchObject([{ status: "waiting" }]);
});

test("shows that an address is suppressed, and lifts that only with --lift", async () => {
  const { user_uuid, email, message } = await onboard();
  const suppressed_at = "2026-11-21T00:00:00+00:00";
  await MailAddress.create({ ...mailAddressKey(email), reason: "complaint", suppressed_at }).go();
  await deliver(message);
  expect(await run("mail list", { user_uuid })).toMatchObject([
    { status: "suppressed", suppressed_at, suppressed_for: "complaint" },
  ]);
  expect(await refusal("mail resend", { user_uuid })).toBe(
    `${email} gets no mail since a complaint at ${suppressed_at}: add --lift to try again.`,
  );
  expect(messagesAbout("MAIL_QUEUE_URL", user_uuid)).toEqual([]);
  const { listed, message: second } = await resend(user_uuid, { lift: true });
  expect(listed).toMatchObject([{ status: "waiting", ...unsuppressed }]);
  expect(await deliver(second, 1)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(1);
});

test("refuses a suspended user and a missing one", async () => {
  const { reseller_uuid, user_uuid } = await onboard();
  await changeListed(users, { reseller_uuid, uuid: user_uuid }, () => ({
    set: { suspended_at: timestamp() },
  }));
  expect(await refusal("mail resend", { user_uuid })).toBe(
    `User ${user_uuid} is suspended, and gets no mail.`,
  );
  for (const command of ["mail list", "mail resend", "mail resubscribe"]) {
    expect(await refusal(command, { user_uuid: MISSING_UUID })).toMatch(/^There is no user 0190/);
    expect(await refusal(command, {})).toMatch(/^(The user must be|Give --user)/);
  }
});
