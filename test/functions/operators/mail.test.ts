import { expect, test } from "vitest";
import { startSes } from "../../support/ses.ts";
import { deliver, onboard } from "../mail/mailer/onboarded.ts";
import { MISSING_UUID, refusal, run } from "./run.ts";

await startSes();

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
    },
  ]);
});

test("refuses a missing user", async () => {
  for (const command of ["mail list", "mail resubscribe"]) {
    expect(await refusal(command, { user_uuid: MISSING_UUID })).toMatch(/^There is no user 0190/);
    expect(await refusal(command, {})).toMatch(/^(The user must be|Give --user)/);
  }
});
