import { expect, test } from "vitest";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { UsageDay } from "../../../../shared/entities/usageDay.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { makeReseller } from "../../../support/factories.ts";
import { startSes } from "../../../support/ses.ts";
import { run } from "../../operators/run.ts";
import { deliver, mailOf, onboard } from "./onboarded.ts";

const ses = await startSes();

/** The clock of `onboarded.ts` begins at 10:00. */
const MIDNIGHT = 14 * 3600;
const NOT_SENT = {
  status: "not_sent",
  not_sent_at: "2026-11-22T10:00:00+00:00",
  reason: "The reseller has sent its mails of the day.",
};

/** A reseller that may send `most` mails a day, and its new users. */
async function onboardUsers(most: number, users: number) {
  const reseller = await makeReseller();
  await Reseller.patch({ uuid: reseller.uuid }).set({ mails_per_day: most }).go();
  const onboarded: Awaited<ReturnType<typeof onboard>>[] = [];
  for (let user = 0; user < users; user += 1) onboarded.push(await onboard(reseller));
  const isSent = () => onboarded.map(({ email }) => ses.takenFor(email).length);
  return { reseller, uuid: reseller.uuid, onboarded, isSent };
}

async function readDay(reseller_uuid: string, day = "2026-11-22") {
  return (await UsageDay.get({ reseller_uuid, day }).go({ consistent: true })).data;
}

test("does not send the mails beyond a day's number, whenever they come again, and lists them", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(1, 4);
  const [first, second, third, fourth] = onboarded;
  for (const each of [first, second, third, second]) {
    expect(await deliver(each?.message)).toBe(true);
  }
  expect(isSent()).toEqual([1, 0, 0, 0]);
  expect(second && (await mailOf(second))).toMatchObject(NOT_SENT);
  expect(await readDay(uuid)).toMatchObject({ sent: 1, not_sent: 2 });
  for (const each of [third, fourth]) await deliver(each?.message, MIDNIGHT);
  expect(isSent()).toEqual([1, 0, 0, 1]);

  const { status: _, ...listed } = NOT_SENT;
  const rows = [second, third].map((each) => {
    return { mail: "onboarding", record: `user ${each?.user_uuid}`, ...listed };
  });
  const list = async () => await run("mail list", { reseller_uuid: uuid, not_sent: true });
  expect(await list()).toEqual(rows.toReversed());
});

test("shows the mails of today with the account", async () => {
  const { reseller, uuid } = await onboardUsers(50, 0);
  const shown = async () => (await call("GET /v1/account", { key: reseller.key })).body.data.mail;
  expect(await shown()).toEqual({ per_day: { count: 0, max: 50 }, not_sent_today: 0 });
  const key = { reseller_uuid: uuid, day: timestamp().slice(0, 10), expires_epoch: 0 };
  await UsageDay.put({ ...key, sent: 50, reports: 9, not_sent: 7 }).go();
  expect(await shown()).toEqual({ per_day: { count: 50, max: 50 }, not_sent_today: 7 });
});

test("does not send the mail of a reseller that was closed", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(2, 1);
  await run("reseller close", { uuid, yes: true });
  expect(await deliver(onboarded[0]?.message)).toBe(true);
  expect(isSent()).toEqual([0]);
  const reason = "The reseller is closed.";
  expect(onboarded[0] && (await mailOf(onboarded[0]))).toMatchObject({ ...NOT_SENT, reason });
});

test("sends exactly a day's number of mails that come all at once", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(1, 3);
  await Promise.all(onboarded.map(({ message }) => deliver(message)));
  expect(isSent().reduce((sum, each) => sum + each)).toBe(1);
  expect(await readDay(uuid)).toMatchObject({ sent: 1, not_sent: 2 });
});

test("does not count a mail that SES refuses", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(1, 1);
  ses.answer(onboarded[0]?.email ?? "", { status: 400, error: "MessageRejected" });
  expect(await deliver(onboarded[0]?.message)).toBe(false);
  expect(await readDay(uuid)).toMatchObject({ sent: 0 });
  expect(await deliver(onboarded[0]?.message, 1)).toBe(true);
  expect(isSent()).toEqual([1]);
});
