import { expect, test } from "vitest";
import { Mail } from "../../../shared/entities/mail.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { messagesAbout } from "../../support/messages.ts";
import { startSes } from "../../support/ses.ts";
import { deliver, onboard } from "../workers/mailer/onboarded.ts";
import { refusal, run } from "./run.ts";

const ses = await startSes();

test("lists a user's e-mails, and sends the onboarding e-mail again, once", async () => {
  const { user_uuid, email, message } = await onboard();
  expect(await run("mail list", { user_uuid })).toEqual([]);
  await deliver(message);
  expect(await run("mail list", { user_uuid })).toEqual([
    {
      mail: "onboarding",
      status: "sent",
      sent_at: "2026-11-22T10:00:00+00:00",
      message_id: expect.stringMatching(/./),
      reason: null,
    },
  ]);
  expect(await run("mail resend", { user_uuid })).toMatchObject([{ status: "waiting" }]);
  const second = messagesAbout("MAIL_QUEUE_URL", user_uuid).at(-1);
  expect(second).toEqual(message);
  for (const seconds of [1, 2, 1000]) expect(await deliver(second, seconds)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(2);
});

test("sends no e-mail again while it is being sent, nor to a user who gets none", async () => {
  const { reseller_uuid, user_uuid } = await onboard();
  const key = { reseller_uuid, about: "user", uuid: user_uuid, occasion: "onboarding" } as const;
  await Mail.put({ ...key, status: "sending", sent_at: timestamp() }).go();
  const busy = "The e-mail is being sent at this moment.";
  expect(await refusal("mail resend", { user_uuid })).toBe(busy);
  await changeListed(users, { reseller_uuid, uuid: user_uuid }, () => ({
    set: { suspended_at: timestamp() },
  }));
  const suspended = `User ${user_uuid} is suspended, and gets no e-mail.`;
  expect(await refusal("mail resend", { user_uuid })).toBe(suspended);
  const quiet = await onboard(undefined, { send_onboarding_email: false });
  expect(await refusal("mail resend", { user_uuid: quiet.user_uuid })).toBe(
    `User ${quiet.user_uuid} was onboarded without an e-mail.`,
  );
});
