import type { DynamoDBRecord } from "aws-lambda";
import { handler as followChanges } from "../../functions/workers/changes/index.ts";
import { roundsHandler } from "../../functions/workers/rounds/runRounds.ts";
import { handler as followSubscriptions } from "../../functions/workers/subscriptions/index.ts";
import { uptimeHandler } from "../../functions/workers/uptime/probeSeparately.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import {
  Monitor,
  type MonitorRecord,
  type MonitorTarget,
  type UptimeState,
} from "../../shared/entities/monitor.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { createListed } from "../../shared/lists/createListed.ts";
import { newWebsite, websites } from "../../shared/lists/websites.ts";
import type { Clock } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { findAuditCheck } from "../../shared/uptime/audits.ts";
import { addSeparateProbes } from "../../shared/uptime/bucketHours.ts";
import { type Bucket, lastSlot, nameOf } from "../../shared/uptime/buckets.ts";
import { characterOf } from "../../shared/uptime/characters.ts";
import { type ProbeUrl, probeOnce } from "../../shared/uptime/probeWebsite.ts";
import { findMonitor as findStoredMonitor, placeInRoster } from "../../shared/uptime/roster.ts";
import { call } from "./api.ts";
import { makeCustomer, type TestReseller } from "./factories.ts";
import { interceptMessages } from "./interceptRequests.ts";
import { messagesAbout, sqsEvent } from "./messages.ts";

export interface MonitoredWebsite {
  reseller: TestReseller;
  userUuid: string;
  businessUuid: string;
  uuid: string;
}

/** A website of a new reseller, or of the business of another one, once the stream has started its checks. */
export async function monitorWebsite(
  hostname: string,
  beside?: MonitoredWebsite,
): Promise<MonitoredWebsite> {
  const { record, ...website } = await addWebsite(hostname, { beside });
  const { reseller_uuid, uuid } = record;
  await adaptChecks({ reseller_uuid, uuid, entity: "website" });
  return website;
}

/** A website of a new reseller, before its checks are started. */
export async function addWebsite(
  hostname: string,
  { uuid = newUuid(), beside }: { uuid?: string; beside?: MonitoredWebsite | undefined } = {},
) {
  const { reseller, user, business } = beside
    ? { ...beside, user: beside.userUuid, business: beside.businessUuid }
    : await makeCustomer();
  const place = { reseller_uuid: reseller.uuid, business_uuid: business };
  // One that comes back keeps its uuid.
  const former = { uuid, revision: -1 } as WebsiteRecord;
  const attributes = newWebsite({ hostname });
  const record = await createListed(websites, place, { attributes, former });
  if (!record) throw new Error("The business was not found");
  return { record, reseller, userUuid: user, businessUuid: business, uuid: record.uuid };
}

/** Has the worker for checks follow these messages; throws if it gives one back. */
export async function adaptChecks(...messages: unknown[]) {
  const { batchItemFailures } = await followSubscriptions(sqsEvent(...messages));
  if (batchItemFailures.length > 0) throw new Error("The checks were not adapted");
}

/** Passes records of the stream to the dispatcher, and what it says of checks to their worker. */
export async function followChecks(Records: DynamoDBRecord[]) {
  const messages: unknown[] = [];
  const end = interceptMessages((_, { QueueUrl, Entries }) => {
    if (QueueUrl !== process.env["SUBSCRIPTIONS_QUEUE_URL"]) return;
    messages.push(
      ...(Entries as { MessageBody: string }[]).map(({ MessageBody }) => JSON.parse(MessageBody)),
    );
  });
  const response = await followChanges({ Records });
  end();
  await adaptChecks(...messages);
  return response;
}

/** Passes a change of the website to the dispatcher, as the table's stream does. */
export async function bringChange(
  { reseller, businessUuid, uuid }: MonitoredWebsite,
  eventName: "INSERT" | "MODIFY" | "REMOVE",
  hostname: string,
) {
  const image = {
    __edb_e__: { S: "website" },
    reseller_uuid: { S: reseller.uuid },
    business_uuid: { S: businessUuid },
    uuid: { S: uuid },
    hostname: { S: hostname },
    revision: { N: "1" },
  };
  const images = eventName === "REMOVE" ? { OldImage: image } : { NewImage: image };
  return await followChecks([{ eventName, dynamodb: { SequenceNumber: "1", ...images } }]);
}

function keyOf({ reseller, uuid }: MonitoredWebsite) {
  return { reseller_uuid: reseller.uuid, uuid };
}

export async function findAudit(website: MonitoredWebsite): Promise<CheckRecord | null> {
  return (await findAuditCheck(keyOf(website))) ?? null;
}

/** The website's monitor; throws if there is none. */
export async function readMonitor(website: MonitoredWebsite): Promise<MonitorRecord> {
  const monitor = await findStoredMonitor(keyOf(website));
  if (!monitor) throw new Error("The website has no monitor");
  return monitor;
}

/** The message with which the schedule enqueues an audit that is due. */
export async function dueMessage(website: MonitoredWebsite) {
  const check = await findAudit(website);
  return { checks: [{ ...keyOf(website), due_at: check?.due_at }] };
}

/** The message that has a website probed separately, now. */
export function separateMessage(website: MonitoredWebsite) {
  return { ...keyOf(website), due: Math.floor(Date.now() / 1000) };
}

/** Pauses pass at once but for the long ones, which never do: all websites answer. */
export const patientClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => (ms > 10_000 ? new Promise(() => {}) : Promise.resolve()),
};

/** Stores the monitor of a website that is plainly up, in place of any other. */
export async function storeMonitor(
  key: Pick<MonitorRecord, "reseller_uuid" | "uuid" | "business_uuid">,
  {
    target = {},
    ...more
  }: { target?: Partial<MonitorTarget> } & Partial<Pick<MonitorRecord, "uptime" | "results">> = {},
): Promise<MonitorRecord> {
  const { reseller_uuid, uuid, business_uuid } = key;
  const { minutes = 5, hostname = "example.com" } = target;
  const whole = { mode: "rounds" as const, url: `https://${hostname}`, ...target };
  const monitor = {
    ...{ reseller_uuid, uuid, business_uuid, revision: 2 },
    ...{ target: { ...whole, minutes, hostname }, uptime: { state: "up" as const }, results: [] },
    ...placeInRoster(uuid, minutes),
    ...more,
  };
  await Monitor.put(monitor).go();
  return monitor;
}

interface Probing {
  clock?: Clock;
  probeUrl?: ProbeUrl;
}

/** Has websites probed separately, now; throws if a message is given back. */
export async function probeSeparately(
  websites: MonitoredWebsite[],
  { clock = patientClock, probeUrl = probeOnce }: Probing = {},
) {
  const { batchItemFailures } = await uptimeHandler(
    clock,
    probeUrl,
  )(sqsEvent(...websites.map((website) => separateMessage(website))));
  if (batchItemFailures.length > 0) throw new Error("A message was given back");
}

/** Makes a website plainly up, so that it is probed in rounds. */
export async function makePlain(website: MonitoredWebsite, uptime: UptimeState = { state: "up" }) {
  const { target, revision } = await readMonitor(website);
  const mode = uptime.state === "up" && !uptime.unstable_since ? "rounds" : "separate";
  await Monitor.patch(keyOf(website))
    .set({ target: { ...target, mode, url: target.hostname }, uptime, revision: revision + 1 })
    .go();
}

/** The only bucket of an interval whose buckets were not divided, as in a test with `ownSchedule`. */
export const wholeBucket = (minutes = 5): Bucket => ({ minutes, depth: 0, number: 0 });

/** The message that has a round made, after one an interval ago. */
export const roundMessage = (bucket: Bucket, slot: number) => ({
  rounds: [{ ...bucket, slot, after: slot - bucket.minutes * 60 }],
});

/** Makes the round of a bucket that is due now; throws if it fails. */
export async function makeRound(
  bucket = wholeBucket(),
  { clock = patientClock, probeUrl = probeOnce }: Probing = {},
) {
  const slot = lastSlot(bucket, Math.floor(Date.now() / 1000));
  const { batchItemFailures } = await roundsHandler(
    clock,
    probeUrl,
  )(sqsEvent(roundMessage(bucket, slot)));
  if (batchItemFailures.length > 0) throw new Error("The round failed");
}

export type Logged = "up" | "second" | "down" | "announced" | "elsewhere" | "unknown";

/** The character of a probe, which took 100 ms. */
export function character(logged: Logged): string {
  const verdict = logged === "second" ? "up" : logged;
  const isSecondAttempt = logged === "second";
  return characterOf({ verdict, outcome: "up", duration: 100, isSecondAttempt });
}

/** Adds probes of a website to the log, as rounds do. */
export async function logProbes(
  uuid: string,
  probes: (readonly [at: number, logged: Logged])[],
  bucket = wholeBucket(),
) {
  for (const [at, logged] of probes) {
    const characters = new Map([[nameOf(uuid), character(logged)]]);
    await addSeparateProbes(bucket, { at, characters });
  }
}

export async function isUp({ reseller, uuid }: MonitoredWebsite): Promise<boolean | undefined> {
  const { data } = await Website.get({ reseller_uuid: reseller.uuid, uuid }).go();
  return data?.is_hostname_up;
}

/** The website's feed as the API shows it: newest first. */
export async function readFeed({ reseller, businessUuid, uuid }: MonitoredWebsite) {
  const { body } = await call("GET /v1/feed-items", {
    key: reseller.key,
    query: { businessUuid, websiteUuid: uuid },
  });
  return body.data;
}

export const uptimeMessages = (uuid: string) => messagesAbout("UPTIME_QUEUE_URL", uuid);
