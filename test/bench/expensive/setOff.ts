import { isDeepStrictEqual } from "node:util";
import type { Context, DynamoDBRecord } from "aws-lambda";
import { changesHandler } from "../../../functions/changes/dispatch.ts";
import { followedEntities } from "../../../functions/changes/follows.ts";
import { cleanUp } from "../../../functions/cleanup/cleanUp.ts";
import { settingsFor } from "../../../infra/settings.ts";
import { systemClock } from "../../../shared/time.ts";
import { costOf } from "../../support/cost.ts";
import { messagesAbout, sqsEvent } from "../../support/messages.ts";
import { itemsNaming, type WireItem } from "../../support/snapshot.ts";
import { lambdaPrice, PRICES, tablePrice } from "../cost/prices.ts";

const { workerMemoryMb, uptime } = settingsFor("prod");

/**
 * What can't be measured here. A first probe waits at most this long for a website that does not answer,
 * beside as many others; its result takes some write units. The mail of an onboarding is claimed and noted;
 * SES's price is bounded by the limit of mails.
 */
const ASSUMED = { probeSeconds: 15, probesAtOnce: 10, probeUnits: 4, mailUnits: 5 };

/** The items of a reseller by their keys. */
export type Image = Map<string, WireItem>;

export async function imageOf(reseller_uuid: string): Promise<Image> {
  const items = await itemsNaming(reseller_uuid);
  return new Map(items.map((item) => [`${item["pk"]?.S} ${item["sk"]?.S}`, item]));
}

/** USD of what followed from a request. */
export interface SetOff {
  usd: number;
  /** Of events for webhooks, and of clean-up. */
  eventsUsd: number;
  cleanupUsd: number;
}

/**
 * Does what follows from the changes since `before`, as the stream and the queues would, and prices it:
 * the dispatcher, clean-ups, messages and events for webhooks, first probes, mail. `parkedUsd` is the price
 * of an event that waits for its webhook. Attempts of deliveries have a limit of their own. With `isOnce`,
 * what follows from a clean-up is left out.
 */
export async function setOffSince(
  before: Image,
  {
    reseller_uuid,
    parkedUsd,
    isOnce,
  }: { reseller_uuid: string; parkedUsd: number; isOnce: boolean },
): Promise<SetOff> {
  const sum: SetOff = { usd: 0, eventsUsd: 0, cleanupUsd: 0 };
  let known = before;
  const handler = changesHandler(systemClock);
  for (;;) {
    const now = await imageOf(reseller_uuid);
    const records = recordsBetween(known, now);
    known = now;
    if (records.length === 0) return sum;
    const queued = queuesOf(reseller_uuid);
    sum.usd += await priceOfWork(() => handler({ Records: records }));
    const sent = queuesOf(reseller_uuid);
    const newIn = (queue: keyof typeof sent) => sent[queue].slice(queued[queue].length);
    const events = newIn("DELIVERIES_QUEUE_URL").flatMap(
      (message) => (message as { events: unknown[] }).events,
    );
    sum.eventsUsd += newIn("DELIVERIES_QUEUE_URL").length * PRICES.sqsRequest;
    sum.eventsUsd += events.length * parkedUsd;
    sum.usd += newIn("MAIL_QUEUE_URL").length * mailPrice();
    sum.usd += newIn("COMPETITOR_QUEUE_URL").length * 3 * PRICES.sqsRequest;
    sum.usd += records.filter(isNewCheck).length * probePrice();
    for (const message of newIn("CLEANUP_QUEUE_URL")) {
      const usd = await priceOfWork(() => cleanUp(sqsEvent(message), CONTEXT));
      sum.cleanupUsd += usd + 3 * PRICES.sqsRequest;
    }
    if (isOnce) return sum;
  }
}

const CONTEXT = { getRemainingTimeInMillis: () => 900_000 } as Context;

const QUEUES = [
  "DELIVERIES_QUEUE_URL",
  "MAIL_QUEUE_URL",
  "COMPETITOR_QUEUE_URL",
  "CLEANUP_QUEUE_URL",
] as const;

function queuesOf(reseller_uuid: string): Record<(typeof QUEUES)[number], unknown[]> {
  const messages = QUEUES.map((queue) => [queue, messagesAbout(queue, reseller_uuid)]);
  return Object.fromEntries(messages);
}

/** A worker's call that does some work. */
async function priceOfWork(work: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage();
  const cost = await costOf(work);
  const { user, system } = process.cpuUsage(started);
  const computes = (user + system) / 1e6;
  const waits = cost.requests * REQUEST_SECONDS;
  return tablePrice(cost) + lambdaPrice(1, { memoryMb: workerMemoryMb, waits, computes });
}

/** Of DynamoDB, on AWS. */
export const REQUEST_SECONDS = 0.005;

function probePrice() {
  const seconds = ASSUMED.probeSeconds / ASSUMED.probesAtOnce;
  const call = lambdaPrice(1, { memoryMb: uptime.memoryMb, waits: seconds, computes: 0 });
  return call + 3 * PRICES.sqsRequest + ASSUMED.probeUnits * PRICES.writeUnit;
}

function mailPrice() {
  const call = lambdaPrice(1, { memoryMb: workerMemoryMb, waits: 0.2, computes: 0 });
  return call + 3 * PRICES.sqsRequest + ASSUMED.mailUnits * PRICES.writeUnit;
}

function isNewCheck({ eventName, dynamodb }: DynamoDBRecord) {
  const { __edb_e__, kind } = dynamodb?.NewImage ?? {};
  return eventName === "INSERT" && __edb_e__?.S === "check" && kind?.S === "uptime";
}

/** The stream's records of all changes that some part follows, and of new checks. */
function recordsBetween(before: Image, after: Image): DynamoDBRecord[] {
  const records: DynamoDBRecord[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key), after.get(key)];
    if (isDeepStrictEqual(old, now)) continue;
    const eventName = !old ? "INSERT" : now ? "MODIFY" : "REMOVE";
    const entity = (now ?? old)?.["__edb_e__"]?.S ?? "";
    if (!followedEntities(eventName).includes(entity) && entity !== "check") continue;
    records.push({
      eventID: key,
      eventName,
      dynamodb: {
        SequenceNumber: String(records.length),
        ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
        ...(old && { OldImage: asLambdaBrings(old) }),
        ...(now && { NewImage: asLambdaBrings(now) }),
      },
    });
  }
  return records;
}

/** As JSON, in which bytes are base64. */
function asLambdaBrings(item: WireItem) {
  return JSON.parse(
    JSON.stringify(item, (_, value) =>
      value?.B ? { B: Buffer.from(Object.values(value.B) as number[]).toString("base64") } : value,
    ),
  );
}
