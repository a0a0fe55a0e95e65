import { gunzipSync } from "node:zlib";
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  beginErasing,
  eraseNow,
  findOffboarding,
  beginOffboarding as offboard,
  takeBack,
} from "../../../functions/cleanup/offboardings.ts";
import { handler as subscriptions } from "../../../functions/monitoring/subscriptions/index.ts";
import { uptimeHandler } from "../../../functions/monitoring/uptime/runChecks.ts";
import { offboardingFile } from "../../../shared/entities/offboarding.ts";
import { openFile } from "../../../shared/files/files.ts";
import { twinOf } from "../../../shared/sandbox.ts";
import { tableConfiguration, wireClient } from "../../../shared/table/entity.ts";
import { call } from "../../support/api.ts";
import {
  makeCustomer,
  makeEstate,
  makeReseller,
  makeSandbox,
  makeUser,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { markedBodies } from "../../support/marks.ts";
import { messagesAbout, sqsEvent } from "../../support/messages.ts";
import { dueMessage, monitorWebsite } from "../../support/monitoring.ts";
import { at, DONE, goOn, goOnWhile, offboardingMessage, work } from "../../support/offboarding.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";
import { serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { itemsNaming, type WireItem } from "../../support/snapshot.ts";
import { due, erase, pass } from "../deleted/erasing.ts";
import { refusal, run } from "./run.ts";

const stateOf = async (uuid: string) => (await findOffboarding(uuid))?.state;

/** All that a reseller's export tells. */
async function exportOf(uuid: string): Promise<string> {
  const { parts = 0 } = (await findOffboarding(uuid)) ?? {};
  const texts: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    const file = await openFile(offboardingFile(uuid, part));
    texts.push(gunzipSync((await file?.read()) ?? "").toString());
  }
  return texts.join("");
}

/** Runs `work` ahead of the first transaction that is sent from now on. */
function beforeTransaction(work: () => Promise<unknown>, number = 1) {
  let transactions = 0;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite") return;
    transactions += 1;
    if (transactions === number) await work();
  });
  onTestFinished(end);
}

test("an export waits for the erasure of a user that had begun, and does not tell of the user", async () => {
  const reseller = await makeReseller();
  const { uuid, key } = reseller;
  const { marks, onboarding } = markedBodies();
  const isMarked = (text: string) => marks.some((mark) => text.includes(mark));
  const { user } = (await call("POST /v1/onboarding", { key, body: onboarding })).body.data;
  const stream = await followReseller(uuid);
  expect((await erase(reseller, user.uuid)).status).toBe(200);
  await stream.settle();
  await offboard(uuid);
  await goOn(uuid);
  expect(await findOffboarding(uuid)).toMatchObject({ state: "exporting", parts: 0 });
  expect(await pass(await due(reseller, user.uuid))).toEqual(DONE);
  await stream.settle();
  await goOnWhile("exporting", uuid);
  const text = await exportOf(uuid);
  expect([text.length > 0, isMarked(text)]).toEqual([true, false]);
});

test("an export waits an hour at most for an erasure that does not end", async () => {
  const { reseller, user } = await makeCustomer();
  const { uuid } = reseller;
  expect((await erase(reseller, user)).status).toBe(200);
  await offboard(uuid);
  for (const [minutes, state] of [
    [59, "exporting"],
    [62, "kept"],
  ] as const) {
    const message = await offboardingMessage(uuid);
    expect(await at(Date.now() + minutes * 60_000, () => work(message))).toEqual(DONE);
    expect(await stateOf(uuid)).toBe(state);
  }
  expect(await exportOf(uuid)).toContain("reseller");
});

test("of a take-back and the erasure at the same time, one wins", async () => {
  for (const isTakenBack of [true, false]) {
    const { uuid, key } = await makeReseller();
    await offboard(uuid);
    await goOnWhile("exporting", uuid);
    const [first, second] = isTakenBack
      ? [() => beginErasing(uuid), () => takeBack(uuid)]
      : [() => takeBack(uuid), () => beginErasing(uuid)];
    beforeTransaction(second);
    await first();
    expect(await stateOf(uuid)).toBe(isTakenBack ? "returning" : "erasing");
    const later = Date.now() + 10_000;
    const { status } = await at(later, async () => await call("GET /v1/plans", { key }));
    expect(status).toBe(isTakenBack ? 200 : 401);
  }
});

test("a reseller that comes back while the end of its export is noted stays back", async () => {
  const { uuid, key } = await makeReseller();
  await offboard(uuid);
  const end = interceptRequests(async (command, input) => {
    if (command !== "Update" || !JSON.stringify(input).includes('"kept"')) return;
    end();
    await takeBack(uuid);
  });
  await goOnWhile("exporting", uuid);
  expect(await stateOf(uuid)).toBe("returning");
  await goOnWhile("returning", uuid);
  expect(await stateOf(uuid)).toBe("returned");
  const later = Date.now() + 10_000;
  expect((await at(later, () => call("GET /v1/plans", { key }))).status).toBe(200);
});

test("two offboardings at once are one", async () => {
  const { uuid } = (await makeCustomer()).reseller;
  const begun = await Promise.all([offboard(uuid), offboard(uuid), offboard(uuid)]);
  expect(new Set(begun.map(({ requested_at }) => requested_at)).size).toBe(1);
  await goOnWhile("exporting", uuid);
  const lines = (await exportOf(uuid)).split("\n").filter((line) => line !== "");
  expect(lines).toHaveLength(new Set(lines).size);
});

test("nothing is restored while a reseller is leaving", async () => {
  const { reseller, website } = await makeEstate();
  const { uuid: reseller_uuid, key } = reseller;
  const stream = await followReseller(reseller_uuid);
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website });
  await stream.settle();
  await offboard(reseller_uuid);
  const input = { reseller_uuid, since: "2026-01-01T00:00Z" };
  for (const given of [input, { reseller_uuid, uuid: website }]) {
    expect(await refusal("deleted restore", given)).toMatch(
      /^Reseller \S+ is leaving \(since \S+\): "reseller take-back" ends that\.$/,
    );
  }
  await takeBack(reseller_uuid);
  expect(await run("deleted restore", input)).toMatchObject({ restored: 2, refused: [] });
});

test("a later pass erases what came late to a sandbox that is gone", async () => {
  const reseller = await makeReseller();
  const { uuid } = reseller;
  const sandbox = await makeSandbox(reseller);
  const user = await makeUser(sandbox);
  const late = (await itemsNaming(sandbox.uuid)).filter((item) => isOfUser(user, item));
  expect(late.length).toBeGreaterThan(1);
  await eraseNow(uuid);
  await goOn(uuid);
  for (const Item of late)
    await wireClient.send(new PutItemCommand({ TableName: tableConfiguration.table, Item }));
  await goOn(uuid);
  const left = (await itemsNaming(sandbox.uuid)).filter((item) => isOfUser(user, item));
  expect(left).toEqual([]);
});

test("the erasure of a reseller without a sandbox leaves nothing of one", async () => {
  const { uuid } = await makeReseller();
  await eraseNow(uuid);
  await goOn(uuid);
  await goOn(uuid);
  expect(await itemsNaming(twinOf(uuid))).toEqual([]);
});

/** A user's record, or its copy in the list of users. */
function isOfUser(user: string, item: WireItem): boolean {
  const key = `${item["pk"]?.S} ${item["sk"]?.S}`;
  return key.endsWith(`user#${user} user`) || /#users entry#/.test(key);
}

test("a website of a reseller that came back is probed at once", async () => {
  ownSchedule();
  onTestFinished(() => void vi.restoreAllMocks());
  let probes = 0;
  const site = await serve({
    "/": (_, response) => {
      probes += 1;
      response.end("<p>up</p>");
    },
  });
  const website = await monitorWebsite(site.url);
  const { uuid } = website.reseller;
  const stream = await followReseller(uuid);
  let passed = 0;
  const probe = async () => {
    await stream.dispatch();
    for (let turn = 0; turn < 2; turn += 1) {
      const messages = messagesAbout("SUBSCRIPTIONS_QUEUE_URL", uuid).slice(passed);
      passed += messages.length;
      if (messages.length > 0) expect(await subscriptions(sqsEvent(...messages))).toEqual(DONE);
    }
    const message = sqsEvent(await dueMessage(website, "uptime"));
    expect(await uptimeHandler(skippedPauses())(message)).toEqual(DONE);
    return probes;
  };
  const before = await probe();
  expect(before).toBeGreaterThan(0);
  await offboard(uuid);
  await at(Date.now() + 60_000, async () => expect(await probe()).toBe(before));
  await takeBack(uuid);
  await goOnWhile("returning", uuid);
  await at(Date.now() + 120_000, async () => expect(await probe()).toBeGreaterThan(before));
});
