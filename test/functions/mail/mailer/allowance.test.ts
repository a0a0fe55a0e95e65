import { expect, test } from "vitest";
import { mailsPerDay } from "../../../../functions/mail/allowance.ts";
import { MailAllowance } from "../../../../shared/entities/mailAllowance.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { call } from "../../../support/api.ts";
import { makeReseller } from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { thoroughTest } from "../../../support/runs.ts";
import { startSes } from "../../../support/ses.ts";
import { run } from "../../operators/run.ts";
import { deliver, mailOf, onboard } from "./onboarded.ts";

const ses = await startSes();

/** The clock of `onboarded.ts` begins at 10:00. */
const MIDNIGHT = 14 * 3600;
const DAY = 24 * 3600;

async function readAllowance(reseller_uuid: string) {
  const { data } = await MailAllowance.get({ reseller_uuid }).go({ consistent: true });
  return data;
}

/** Sends the held mails as the schedule has them sent. */
async function sendHeld(reseller_uuid: string, seconds: number): Promise<boolean> {
  const due_at = (await readAllowance(reseller_uuid))?.due_at;
  return await deliver({ held_mails: [{ reseller_uuid, uuid: reseller_uuid, due_at }] }, seconds);
}

/** A reseller that may send `most` mails a day, and its new users. */
async function onboardUsers(most: number, users: number) {
  const reseller = await makeReseller();
  await Reseller.patch({ uuid: reseller.uuid }).set({ mails_per_day: most }).go();
  const onboarded: Awaited<ReturnType<typeof onboard>>[] = [];
  for (let user = 0; user < users; user += 1) onboarded.push(await onboard(reseller));
  const isSent = () => onboarded.map(({ email }) => ses.takenFor(email).length);
  return { reseller, uuid: reseller.uuid, onboarded, isSent };
}

thoroughTest(
  "holds the mails beyond a day's number, and sends them on the next days in order",
  async () => {
    const { uuid, onboarded, isSent } = await onboardUsers(2, 5);
    // The messages come in another order, and twice.
    for (const index of [4, 1, 3, 0, 2, 4, 1, 3]) {
      expect(await deliver(onboarded[index]?.message, index)).toBe(true);
    }
    expect(isSent()).toEqual([0, 1, 0, 0, 1]);
    const [first] = onboarded;
    expect(first && (await mailOf(first))).toMatchObject({
      status: "held",
      reason: "The reseller has sent its mails of the day.",
    });
    expect(await readAllowance(uuid)).toMatchObject({
      ...{ day: "2026-11-22", sent_today: 2, number: 2, waiting: 3 },
      due_at: "2026-11-23T00:00:00+00:00",
    });

    expect(await sendHeld(uuid, MIDNIGHT)).toBe(true);
    expect(isSent()).toEqual([1, 1, 1, 0, 1]);
    // A message that names another time is outdated, as is the one that was worked off.
    const outdated = [{ reseller_uuid: uuid, due_at: "2026-11-23T00:00:00+00:00" }];
    expect(await deliver({ held_mails: outdated }, MIDNIGHT + DAY)).toBe(true);
    expect(isSent()).toEqual([1, 1, 1, 0, 1]);
    expect(await sendHeld(uuid, MIDNIGHT + DAY)).toBe(true);
    expect(isSent()).toEqual([1, 1, 1, 1, 1]);
    expect(await readAllowance(uuid)).toMatchObject({
      ...{ waiting: 0, due_at: "9999-12-31T00:00:00+00:00" },
    });
  },
);

test("a mail waits while its reseller is closed, and goes out when it is reopened", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(2, 1);
  await run("reseller close", { uuid, yes: true });
  expect(await deliver(onboarded[0]?.message)).toBe(true);
  await sendHeld(uuid, MIDNIGHT);
  expect(isSent()).toEqual([0]);
  await run("reseller reopen", { uuid });
  expect(await sendHeld(uuid, MIDNIGHT + DAY)).toBe(true);
  expect(isSent()).toEqual([1]);
});

test("lets no new mail overtake held ones", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(1, 3);
  for (const { message } of onboarded.slice(0, 2)) expect(await deliver(message)).toBe(true);
  expect(await deliver(onboarded[2]?.message, MIDNIGHT + 1)).toBe(true);
  expect(isSent()).toEqual([1, 0, 0]);
  expect(await sendHeld(uuid, MIDNIGHT + 2)).toBe(true);
  expect(isSent()).toEqual([1, 1, 0]);
  expect(await sendHeld(uuid, MIDNIGHT + DAY)).toBe(true);
  expect(isSent()).toEqual([1, 1, 1]);
});

test("a mail that is held while the last held one goes out is due on the next day", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(1, 3);
  for (const { message } of onboarded.slice(0, 2)) expect(await deliver(message)).toBe(true);
  const end = interceptRequests(async (command, input) => {
    if (command !== "TransactWrite" || !JSON.stringify(input).includes('"heldMail"')) return;
    end();
    expect(await sendHeld(uuid, MIDNIGHT)).toBe(true);
  });
  expect(await deliver(onboarded[2]?.message, MIDNIGHT - 1)).toBe(true);
  expect(isSent()).toEqual([1, 1, 0]);
  const due_at = "2026-11-23T00:00:00+00:00";
  expect(await readAllowance(uuid)).toMatchObject({ waiting: 1, due_at });
});

test("sends exactly a day's number of mails that come all at once, and loses none", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(1, 3);
  await Promise.all(onboarded.map(({ message }) => deliver(message)));
  expect(isSent().reduce((sum, each) => sum + each)).toBe(1);
  expect(await readAllowance(uuid)).toMatchObject({ sent_today: 1, waiting: 2 });
  for (const day of [0, 1]) expect(await sendHeld(uuid, MIDNIGHT + day * DAY)).toBe(true);
  expect(isSent()).toEqual([1, 1, 1]);
});

test("a held mail that SES refuses delays no other, and is tried again as a message", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(0, 2);
  for (const { message } of onboarded) expect(await deliver(message)).toBe(true);
  await Reseller.patch({ uuid }).set({ mails_per_day: 5 }).go();
  ses.answer(onboarded[0]?.email ?? "", { status: 400, error: "MessageRejected" });
  expect(await sendHeld(uuid, 1)).toBe(true);
  expect(isSent()).toEqual([0, 1]);
  const [again, ...more] = messagesAbout("MAIL_QUEUE_URL", onboarded[0]?.user_uuid ?? "");
  expect([again, ...more]).toEqual([{ ...onboarded[0]?.message, is_held: true }]);
  // A refused mail does not count.
  expect(await readAllowance(uuid)).toMatchObject({ sent_today: 1, waiting: 0 });
  expect(await deliver(again, 2)).toBe(true);
  expect(isSent()).toEqual([1, 1]);
});

test("drops the held mail of a user who was deleted meanwhile", async () => {
  const { uuid, reseller, onboarded, isSent } = await onboardUsers(0, 2);
  for (const { message } of onboarded) await deliver(message);
  await Reseller.patch({ uuid }).set({ mails_per_day: 5 }).go();
  const given = { key: reseller.key, uuid: onboarded[0]?.user_uuid ?? "" };
  await call("DELETE /v1/users/{user_uuid}", given);
  expect(await sendHeld(uuid, 1)).toBe(true);
  expect(isSent()).toEqual([0, 1]);
  expect(await readAllowance(uuid)).toMatchObject({ waiting: 0 });
});

test("a worker that dies leaves the held mails to the next one", async () => {
  const { uuid, onboarded, isSent } = await onboardUsers(0, 1);
  await deliver(onboarded[0]?.message);
  // The claim of a worker that did nothing more.
  await MailAllowance.patch({ reseller_uuid: uuid })
    .set({ due_at: "2026-11-22T10:02:00+00:00" })
    .go();
  await Reseller.patch({ uuid }).set({ mails_per_day: 5 }).go();
  expect(await sendHeld(uuid, 120)).toBe(true);
  expect(isSent()).toEqual([1]);
});

test.each([
  [{}, 200],
  [{ business_count: 2000 }, 200],
  [{ business_count: 12_345 }, 1234],
  [{ business_count: 12_345, mails_per_day: 0 }, 0],
])("lets a reseller with %j send %d mails a day", (reseller, most) => {
  expect(mailsPerDay(reseller)).toBe(most);
});

test("a clock that is an hour ahead gives nobody a second day", async () => {
  const { onboarded, isSent } = await onboardUsers(1, 4);
  const [one, two, three, four] = onboarded;
  const evening = MIDNIGHT - 1800;
  await deliver(one?.message, evening);
  await deliver(two?.message, evening + 3600);
  // Back at the right time: the mails of tomorrow count today.
  await deliver(three?.message, evening);
  await deliver(four?.message, evening + 3600);
  expect(isSent()).toEqual([1, 1, 0, 0]);
});
