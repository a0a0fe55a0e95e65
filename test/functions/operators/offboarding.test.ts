import { readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { exportedEntities } from "../../../functions/cleanup/exportedRecords.ts";
import {
  beginErasing,
  findOffboarding,
  beginOffboarding as offboard,
  takeBack,
} from "../../../functions/cleanup/offboardings.ts";
import { loadSubscriptions } from "../../../functions/monitoring/findSubscriptions.ts";
import { offboardingFile } from "../../../shared/entities/offboarding.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { openFile } from "../../../shared/files/files.ts";
import { KEY_CACHE_SECONDS } from "../../../shared/http/authenticate.ts";
import { timestamp } from "../../../shared/time.ts";
import { call } from "../../support/api.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import {
  makeCompetitor,
  makeCustomer,
  makeCustomFields,
  makeEstate,
  makeFeedItem,
  makeReseller,
  makeSandbox,
  makeUser,
  makeWebhook,
  makeWebsite,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { messagesAbout } from "../../support/messages.ts";
import { at, DONE, goOn, goOnWhile, offboardingMessage, work } from "../../support/offboarding.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { refusal, run } from "./run.ts";

const DAY_MS = 24 * 3600 * 1000;

/** The status of a request with a key once every container has forgotten what it knew, `times` in turn. */
const statusOf = (key: string, times = 1) =>
  at(
    Date.now() + times * KEY_CACHE_SECONDS * 1000,
    async () => (await call("GET /v1/plans", { key })).status,
  );

const stateOf = async (uuid: string) => (await findOffboarding(uuid))?.state;

/** The lines of a reseller's export, in the order of its parts. */
async function exportOf(uuid: string): Promise<Record<string, unknown>[]> {
  const { parts = 0 } = (await findOffboarding(uuid)) ?? {};
  const lines: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    const file = await openFile(offboardingFile(uuid, part));
    const text = gunzipSync((await file?.read()) ?? "").toString();
    lines.push(...text.split("\n").filter((line) => line !== ""));
  }
  return lines.map((line) => JSON.parse(line));
}

test("the command says in numbers what will happen, and does it only with --yes", async () => {
  const { reseller } = await makeEstate();
  const { uuid, key } = reseller;
  const sandbox = await makeSandbox(reseller);
  await makeUser(sandbox);
  const owned = (numbers: string) => `${numbers}, and its plans, keys and webhooks`;
  const own = owned("1 user, 2 businesses, 2 websites, 1 competitor");
  const its = owned("1 user, 1 business, 1 website, 0 competitors");
  expect(await refusal("reseller offboard", { uuid })).toBe(
    `This ends within two minutes the API keys, checks, mails, webhooks and shares of the reseller "Test reseller" (${uuid}) with ${own}; and its sandbox with ${its}. Everything is exported, kept for 30 days, in which "reseller take-back" undoes this, and then erased for good. Add --yes to do it.`,
  );
  expect(await statusOf(key)).toBe(200);
  expect(await refusal("reseller take-back", { uuid })).toBe(`Reseller ${uuid} has not left.`);
  expect(await refusal("reseller offboard", { uuid: sandbox.uuid, yes: true })).toContain(
    "it leaves with that one",
  );
  const begun = await run("reseller offboard", { uuid, yes: true });
  expect(begun).toMatchObject({ done: false, uuid, state: "exporting", export: [], websites: 2 });
  expect(Date.parse(begun.erase_at) - Date.parse(begun.requested_at)).toBe(30 * DAY_MS);
  // A second time, without --yes: it reports the progress.
  expect(await run("reseller offboard", { uuid })).toEqual(begun);
});

test("keys of the reseller and its sandbox are refused within ten seconds, and come back with it", async () => {
  const reseller = await makeReseller();
  const { uuid, key } = reseller;
  const other = await makeReseller();
  const sandbox = await makeSandbox(reseller);
  await offboard(uuid);
  const keys = [key, sandbox.key, other.key];
  expect(await Promise.all(keys.map((each) => statusOf(each)))).toEqual([401, 401, 200]);
  expect(await refusal("key create", { reseller_uuid: uuid, name: "k" })).toContain(
    `"reseller take-back" ends that`,
  );
  await goOnWhile("exporting", uuid);
  expect(await run("reseller take-back", { uuid })).toMatchObject({
    ...{ state: "returning", export: [] },
  });
  expect(await Promise.all(keys.map((each) => statusOf(each, 2)))).toEqual([200, 200, 200]);
  expect(await run("key list", { reseller_uuid: uuid })).toHaveLength(2);
});

test("checks and webhooks pause, and go on when the reseller comes back", async () => {
  const { reseller, business } = await makeEstate();
  const { uuid } = reseller;
  const disabled = await makeWebhook(reseller);
  await run("webhook disable", { uuid: disabled });
  const webhooksOf = async () => {
    const { data } = await Webhook.query.ofReseller({ reseller_uuid: uuid }).go();
    return data.map((each) => [each.disabled_at !== undefined, each.uuid === disabled]);
  };
  const isSuspended = async () =>
    (await loadSubscriptions([{ reseller_uuid: uuid, uuid: business }])).get(business)?.suspended;
  const stream = await followReseller(uuid);
  const before = await webhooksOf();
  expect([await isSuspended(), before.filter(([off]) => off)]).toEqual([false, [[true, true]]]);
  const message = { reseller_uuid: uuid, entity: "reseller", uuid };
  const asked = () => messagesAbout("SUBSCRIPTIONS_QUEUE_URL", uuid).length;

  await offboard(uuid);
  await stream.dispatch();
  expect(await isSuspended()).toBe(true);
  expect(messagesAbout("SUBSCRIPTIONS_QUEUE_URL", uuid)).toContainEqual(message);
  const paused = asked();
  await goOnWhile("exporting", uuid);
  expect((await webhooksOf()).every(([off]) => off)).toBe(true);
  expect(await refusal("webhook enable", { uuid: disabled })).toContain("is leaving");

  await takeBack(uuid);
  await goOn(uuid);
  await stream.dispatch();
  expect(await isSuspended()).toBe(false);
  expect(asked()).toBe(paused * 2);
  expect(await webhooksOf()).toEqual(before);
});

test("an export has every kind of record, of the sandbox too, each once, by two workers that are interrupted often", async () => {
  const estate = await makeEstate();
  const { reseller, business, website, webhook, user } = estate;
  const { uuid } = reseller;
  const stream = await followReseller(uuid);
  await makeCustomFields(reseller, [{ name: "manager" }]);
  await makeFeedItem({ reseller_uuid: uuid, business_uuid: business, website_uuid: website });
  await makeDelivery({ reseller_uuid: uuid, webhook_uuid: webhook });
  const sandbox = await makeSandbox(reseller);
  await makeUser(sandbox);
  for (let made = 0; made < 2; made += 1) {
    await makeWebsite(reseller, business);
    await makeCompetitor(reseller, business);
  }
  await stream.dispatch();
  await offboard(uuid);
  let steps = 0;
  while ((await stateOf(uuid)) === "exporting") {
    const message = await offboardingMessage(uuid);
    const { due_at = "" } = message.offboardings[0] ?? {};
    await at(Math.max(Date.now(), Date.parse(due_at)), () =>
      Promise.all([work(message, 0), work(message, 0)]),
    );
    steps += 1;
  }
  expect(steps).toBeGreaterThan(10);
  const lines = await exportOf(uuid);
  const keys = lines.map((line) => JSON.stringify(line));
  expect(keys).toHaveLength(new Set(keys).size);
  const uuidsOf = (type: string) =>
    lines.filter(({ record, sandbox: its }) => record === type && !its).map((each) => each["uuid"]);
  expect(uuidsOf("user")).toEqual([user]);
  expect([uuidsOf("website"), uuidsOf("competitor")].map(({ length }) => length)).toEqual([4, 3]);
  expect(uuidsOf("website")).toContain(website);
  for (const type of ["reseller", "plan", "customFields", "webhook", "delivery", "share"]) {
    expect([type, uuidsOf(type).length > 0]).toEqual([type, true]);
  }
  for (const type of ["feedItem", "websiteFindings", "maintenance", "auditLogEntry", "business"]) {
    expect([type, uuidsOf(type).length > 0]).toEqual([type, true]);
  }
  expect(lines.filter(({ record, sandbox: its }) => record === "user" && its)).toHaveLength(1);
  expect(keys.join()).not.toMatch(/changed_by|__edb|"pk"|sha256|secret":|token_uuid/);
  const kept = await run("reseller offboarding", { uuid });
  expect(kept).toMatchObject({ state: "kept", exported_records: lines.length });
  const [link = ""] = kept.export;
  expect((await fetch(link)).status).toBe(200);
});

/** Why exports leave out the other entities. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  apiKey: "a secret's digest",
  shareToken: "a secret's digest",
  signingKey: "the service's own",
  storedForms: "the service's own",
  scheduleCursor: "the service's own",
  paceSlot: "the service's own",
  seats: "the service's own",
  siteLease: "the service's own",
  bucketDepth: "the service's own",
  bucketHour: "figures of the last hours, which become uptimeDay",
  cachedAnswer: "of websites of all resellers",
  mailAddress: "of mail servers, for all resellers",
  listEntry: "a copy of its record",
  listSegment: "the order of a list",
  stripe: "the order of a list",
  emailAddress: "a claim of the user's address",
  mailedAddress: "a claim of an address, as a digest",
  heldMail: "a copy of its mail",
  mailAllowance: "the count of a day",
  rateUse: "the count of a minute",
  feedCounter: "a count",
  usageBusiness: "how usageMonth is counted",
  deliveryCounter: "a count",
  deliveryLane: "when deliveries are tried again",
  deliveryRetry: "when deliveries are tried again",
  deliveryReplay: "when deliveries are tried again",
  idempotencyKey: "an answer that was given",
  deleted: "what the reseller deleted",
  erasure: "what the reseller had erased",
  offboarding: "this export",
};

test("every entity is exported, or named with the reason why not", async () => {
  const folder = new URL("../../../shared/entities/", import.meta.url);
  const files = readdirSync(folder).map((name) => import(new URL(name, folder).href));
  const exported = (await Promise.all(files)).flatMap((each) => Object.values(each as object));
  const names = exported.flatMap((each) => each?.schema?.model?.entity ?? []);
  expect(names.length).toBeGreaterThan(40);
  const known = [...exportedEntities, ...Object.keys(NOT_EXPORTED)];
  expect(known.toSorted()).toEqual([...new Set(names)].toSorted());
});

test("a message that comes twice, late, early or out of order changes nothing", async () => {
  const { reseller } = await makeCustomer();
  const { uuid } = reseller;
  await offboard(uuid);
  const first = await offboardingMessage(uuid);
  // A worker's clock is behind.
  expect(await work(first)).toEqual(DONE);
  expect(await offboardingMessage(uuid)).toEqual(first);
  await goOnWhile("exporting", uuid);
  const kept = await offboardingMessage(uuid);
  const before = await findOffboarding(uuid);
  for (const message of [first, kept, kept]) {
    // Until the last second of the thirtieth day.
    const { due_at = "" } = kept.offboardings[0] ?? {};
    await at(Date.parse(due_at) - 1000, () => work(message));
    expect(await findOffboarding(uuid)).toEqual(before);
  }
  await takeBack(uuid);
  await at(Date.now() + 31 * DAY_MS, () => work(kept));
  expect(await stateOf(uuid)).toBe("returning");
  await goOnWhile("returning", uuid);
  await at(Date.now() + 31 * DAY_MS, () => work(kept));
  expect(await stateOf(uuid)).toBe("returned");
  await goOn(uuid);
  // The export is gone, and another one can begin.
  expect(await openFile(offboardingFile(uuid, 0))).toBeUndefined();
  await offboard(uuid);
  await goOnWhile("exporting", uuid);
  expect((await exportOf(uuid)).length).toBeGreaterThan(5);
  expect(await statusOf(reseller.key)).toBe(401);
});

test("a reseller that comes back during the export leaves no part of it, and another is untouched", async () => {
  const [estate, other] = [await makeEstate(), await makeCustomer()];
  const { uuid } = estate.reseller;
  const foreign = await snapshotOf(other.reseller.uuid);
  const before = await snapshotOf(uuid);
  await offboard(uuid);
  await goOn(uuid, 0);
  expect(await openFile(offboardingFile(uuid, 0))).toBeDefined();
  await takeBack(uuid);
  // As often as anybody likes.
  await takeBack(uuid);
  await goOnWhile("returning", uuid);
  await goOn(uuid);
  expect(await openFile(offboardingFile(uuid, 0))).toBeUndefined();
  const after = await snapshotOf(uuid);
  // An enabled webhook looks for deliveries that wait.
  const made = Object.keys(after).filter((key) => !(key in before) && !key.endsWith(" lane"));
  expect(made).toEqual([`reseller#${uuid}#offboarding ${uuid}`]);
  expect(await snapshotOf(other.reseller.uuid)).toEqual(foreign);
});

test("a reseller whose records are being erased can't come back", async () => {
  const { reseller } = await makeCustomer();
  const { uuid } = reseller;
  await offboard(uuid);
  await goOnWhile("exporting", uuid);
  const { due_at = "" } = (await offboardingMessage(uuid)).offboardings[0] ?? {};
  expect(due_at).toBe(timestamp(new Date(due_at)));
  await goOn(uuid, 0);
  expect(await stateOf(uuid)).toBe("erasing");
  expect(await refusal("reseller take-back", { uuid })).toBe(
    `Reseller ${uuid} is being erased: it can't be taken back any more.`,
  );
});

test("a webhook that an operator disables while its reseller is away stays disabled", async () => {
  const reseller = await makeReseller();
  const webhook = await makeWebhook(reseller);
  const { uuid } = reseller;
  await offboard(uuid);
  await goOnWhile("exporting", uuid);
  await run("webhook disable", { uuid: webhook });
  await takeBack(uuid);
  await goOn(uuid);
  const [found] = await run("webhook list", { reseller_uuid: uuid });
  expect(found).toMatchObject({ uuid: webhook, enabled: false, disabled_reason: "operator" });
});

test("a reseller that comes back while its erasure begins is not erased", async () => {
  const { uuid, key } = await makeReseller();
  await offboard(uuid);
  await goOnWhile("exporting", uuid);
  await takeBack(uuid);
  // A worker that had read the offboarding before.
  expect(await beginErasing(uuid)).toMatchObject({ state: "returning" });
  expect(await stateOf(uuid)).toBe("returning");
  expect(await statusOf(key)).toBe(200);
});
