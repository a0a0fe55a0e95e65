import { describe, expect, test } from "vitest";
import { handler } from "../../../../functions/mail/mailFeedback/index.ts";
import { type Fault, reasonToStop } from "../../../../functions/mail/stopRule.ts";
import { MailAddress, mailAddressKey } from "../../../../shared/entities/mailAddress.ts";
import { MailAllowance } from "../../../../shared/entities/mailAllowance.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { call } from "../../../support/api.ts";
import { makeReseller } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { onlyResellers } from "../../../support/onlyOwn.ts";
import { startSes } from "../../../support/ses.ts";
import { refusal, run } from "../../operators/run.ts";
import { deliver, mailOf, onboard } from "../mailer/onboarded.ts";

const ses = await startSes();
const AT = "2026-11-22T10:00:00.123Z";

/** The first numbers of mails. */
const first = (count: number, after = 0) => Array.from({ length: count }, (_, n) => after + n + 1);

describe("the rule", () => {
  test.each<[string, Parameters<typeof reasonToStop>[0], Fault | undefined]>([
    ["nothing", { number: 1000 }, undefined],
    ["29 bounces", { number: 1000, bounces: first(29) }, undefined],
    ["30 bounces", { number: 1000, bounces: first(30) }, "bounces"],
    ["30 bounces of 30", { number: 30, bounces: first(30) }, "bounces"],
    ["29 bounces of 29", { number: 29, bounces: first(29) }, undefined],
    ["30 bounces, one of which is long ago", { number: 1001, bounces: first(30) }, undefined],
    ["a complaint of 10", { number: 10, complaints: [5] }, undefined],
    ["a complaint of 999", { number: 999, complaints: [5] }, undefined],
    ["a complaint of 1,000", { number: 1000, complaints: [5] }, "complaints"],
    ["a complaint that is long ago", { number: 1005, complaints: [5] }, undefined],
    ["two complaints of 10", { number: 10, complaints: [5, 6] }, "complaints"],
    [
      "faults before a stop was lifted",
      { number: 1500, lifted_number: 1400, complaints: [1399, 1400], bounces: first(40, 1300) },
      undefined,
    ],
    [
      "a complaint of 10 since a stop was lifted",
      { number: 1410, lifted_number: 1400, complaints: [1401] },
      undefined,
    ],
  ])("for %s", (_, allowance, reason) => {
    expect(reasonToStop(allowance)).toBe(reason);
  });
});

/** What SES reports of a mail with this number. */
function feedback(reseller_uuid: string, number: number, kind: "Bounce" | "Complaint") {
  const recipients = [{ emailAddress: `${newUuid()}@example.com` }];
  const bounce = {
    bounceType: "Permanent",
    bounceSubType: "General",
    bouncedRecipients: recipients,
    timestamp: AT,
  };
  const complaint = { complainedRecipients: recipients, timestamp: AT };
  const tags = { reseller_uuid: [reseller_uuid], number: [String(number)] };
  return {
    eventType: kind,
    ...(kind === "Bounce" ? { bounce } : { complaint }),
    mail: { messageId: newUuid(), tags },
  };
}

test("stops a reseller's mail, tells operator and reseller, and goes on when it is lifted", async () => {
  const reseller = await makeReseller();
  const { uuid: reseller_uuid, name } = { name: "Test reseller", ...reseller };
  const account = async () => (await call("GET /v1/account", { key: reseller.key })).body.data.mail;
  const sent = await onboard(reseller);
  await deliver(sent.message);
  await MailAllowance.patch({ reseller_uuid }).set({ number: 10 }).go();
  expect(await account()).toEqual({
    per_day: { count: 0, max: 200 },
    waiting: 0,
    stopped_at: null,
    stopped_for: null,
  });
  // The same complaint twice is one.
  const complaint = feedback(reseller_uuid, 1, "Complaint");
  expect(await handler(sqsEvent(complaint, complaint))).toEqual({ batchItemFailures: [] });
  expect(await account()).toMatchObject({ stopped_at: null });
  expect(await refusal("mail lift", { reseller_uuid })).toBe(
    `The mail of "${name}" is not stopped.`,
  );

  await handler(sqsEvent(feedback(reseller_uuid, 2, "Complaint")));
  const stopped = { stopped_at: "2026-11-22T10:00:00+00:00", stopped_for: "complaints" };
  const held = await onboard(reseller);
  expect(await deliver(held.message, 1)).toBe(true);
  expect(await mailOf(held)).toMatchObject({
    status: "held",
    reason: "The reseller's mail is stopped.",
  });
  expect(await account()).toMatchObject({ ...stopped, waiting: 1 });
  onlyResellers(reseller_uuid, (await makeReseller()).uuid);
  const shown = { uuid: reseller_uuid, mails_per_day: 200, bounces: 0, complaints: 2, waiting: 1 };
  expect(await run("mail limits", {})).toContainEqual(
    expect.objectContaining({ ...shown, ...stopped }),
  );
  const other = await onboard();
  expect(await deliver(other.message)).toBe(true);
  expect(ses.takenFor(other.email)).toHaveLength(1);

  const lifted = { stopped_at: null, stopped_for: null, complaints: 0, waiting: 1 };
  expect(await run("mail lift", { reseller_uuid })).toMatchObject(lifted);
  const { data } = await MailAllowance.get({ reseller_uuid }).go({ consistent: true });
  // Due at once.
  expect(Date.parse(data?.due_at ?? "")).toBeLessThanOrEqual(Date.now());
  const due = [{ reseller_uuid, uuid: reseller_uuid, due_at: data?.due_at }];
  expect(await deliver({ held_mails: due }, 2)).toBe(true);
  expect(ses.takenFor(held.email)).toHaveLength(1);
  expect(await run("mail limits", { reseller_uuid })).toMatchObject([{ waiting: 0 }]);
  expect(await run("mail limits", {})).not.toContainEqual(
    expect.objectContaining({ uuid: reseller_uuid }),
  );
});

test("stops at the 30th bounce, and forgets what no longer counts", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const set = { number: 2000, bounces: [...first(120), ...first(28, 1100)] };
  await MailAllowance.update({ reseller_uuid }).set(set).go();
  const read = async () =>
    (await MailAllowance.get({ reseller_uuid }).go({ consistent: true })).data;
  const bounce = (number: number) => sqsEvent(feedback(reseller_uuid, number, "Bounce"));
  await handler(bounce(1129));
  expect((await read())?.bounces).toEqual(first(29, 1100));
  expect(await read()).not.toHaveProperty("stopped_at");
  await handler(bounce(1200));
  expect(await read()).toMatchObject({ stopped_for: "bounces" });
});

test("a complaint ends mail to the person, a bounce to one address", async () => {
  const name = newUuid();
  const [plain, shop, club] = ["", "+shop", "+club"].map((tag) => `${name}${tag}@example.com`);
  const event = (kind: "Bounce" | "Complaint") => ({
    ...JSON.parse(
      JSON.stringify(feedback(newUuid(), 1, kind)).replace(/[0-9a-f-]{36}@example.com/, shop ?? ""),
    ),
  });
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
