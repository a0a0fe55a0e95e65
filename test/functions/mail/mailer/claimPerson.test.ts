import { expect, test } from "vitest";
import { newUuid } from "../../../../shared/uuid.ts";
import { call } from "../../../support/api.ts";
import { makeReseller } from "../../../support/factories.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { startSes } from "../../../support/ses.ts";
import { run } from "../../operators/run.ts";
import { deliver, mailOf, onboard } from "./onboarded.ts";

const ses = await startSes();
const DAY = 24 * 3600;

/** A person's mail address in several spellings. */
function person() {
  const name = newUuid();
  return {
    plain: `${name}@example.com`,
    tagged: `${name}+shop@example.com`,
    loud: `${name.toUpperCase()}+A+B@Example.COM`,
  };
}

test("a person gets one onboarding mail of a reseller in 30 days, with any tag and capitals", async () => {
  const reseller = await makeReseller();
  const { plain, tagged, loud } = person();
  const first = await onboard(reseller, { email: tagged });
  const second = await onboard(reseller, { email: plain });
  const third = await onboard(reseller, { email: loud });
  expect(await deliver(first.message)).toBe(true);
  expect(await deliver(second.message, 1)).toBe(true);
  expect(await deliver(third.message, 30 * DAY - 1)).toBe(true);
  expect(await mailOf(second)).toMatchObject({
    status: "repeated",
    reason: "This person got an onboarding mail of the reseller within 30 days.",
  });
  // Final, as any other outcome.
  expect(await deliver(second.message, 40 * DAY)).toBe(true);
  expect([tagged, plain, loud].map((address) => ses.takenFor(address).length)).toEqual([1, 0, 0]);

  const later = await onboard(reseller, { email: plain.replace("@", "+later@") });
  expect(await deliver(later.message, 30 * DAY)).toBe(true);
  expect(ses.takenFor(later.email)).toHaveLength(1);
});

test("so does a person who is deleted and onboarded again", async () => {
  const reseller = await makeReseller();
  const { plain: email } = person();
  for (let time = 0; time < 3; time += 1) {
    const { user_uuid, message } = await onboard(reseller, { email });
    expect(await deliver(message, time)).toBe(true);
    await call("DELETE /v1/users/{user_uuid}", { key: reseller.key, uuid: user_uuid });
  }
  expect(ses.takenFor(email)).toHaveLength(1);
});

test("other resellers, and other persons, get their mail", async () => {
  const reseller = await makeReseller();
  const { plain } = person();
  const all = [
    await onboard(reseller, { email: plain }),
    await onboard(undefined, { email: plain }),
    await onboard(reseller, { email: `x${plain}` }),
    await onboard(reseller, { email: plain.replace("@", "@mail.") }),
  ];
  for (const { message } of all) expect(await deliver(message)).toBe(true);
  for (const each of all) expect(await mailOf(each)).toMatchObject({ status: "sent" });
});

test("an operator sends it all the same", async () => {
  const reseller = await makeReseller();
  const { plain, tagged } = person();
  const first = await onboard(reseller, { email: plain });
  const { user_uuid, message, email } = await onboard(reseller, { email: tagged });
  await deliver(first.message);
  await deliver(message);
  expect(await run("mail list", { user_uuid })).toMatchObject([{ status: "repeated" }]);
  await run("mail resend", { user_uuid });
  expect(await deliver(messagesAbout("MAIL_QUEUE_URL", user_uuid).at(-1), 1)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(1);
});
