import { type AttributeValue, GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { describeError, log } from "../platform/log.ts";
import { quickly } from "../platform/table/deadline.ts";
import { tableConfiguration, wireClient } from "../platform/table/entity.ts";
import { DAY_MS } from "../platform/time.ts";

/** GET and HEAD are reads, every other request is a write; deliveries are first attempts. */
export type RateKind = "reads" | "writes" | "deliveries";

/** The requests of a reseller that are limited together. */
export interface RateBudget {
  reseller_uuid: string;
  kind: RateKind;
}

/** A limit is per minute. */
const WINDOW_SECONDS = 60;
const MINUTE_MS = WINDOW_SECONDS * 1000;
const FLUSH_MS = 1000;
/** How long an item is kept that is not used. */
const KEPT_SECONDS = 2 * 24 * 3600;

/** The decision on a request. */
export interface RateDecision {
  isAllowed: boolean;
  limit: number;
  /** What is left now. */
  remaining: number;
  /** Seconds, 1 to 120, until more is left; after a refusal, until the request would be allowed. */
  resetSeconds: number;
  /** A flush that this request began. The decision does not depend on it, and it never rejects. */
  flush?: Promise<void>;
}

/** What requests cost by minute (`m29000000`), and API calls by day (`d20000`), both numbered since 1970. */
type Counts = Map<string, number>;

const minuteOf = (now: number) => Math.floor(now / MINUTE_MS);
const minuteName = (minute: number) => `m${minute}`;
const dayName = (now: number) => `d${Math.floor(now / DAY_MS)}`;
const COUNT = /^[md]\d+$/;

/**
 * Limits what a reseller's requests of one kind cost in a minute, across all processes, by two sliding windows:
 * the previous minute counts in part. Each process counts locally and adds its counts to one item once a second,
 * which also tells it those of the others. So all together may admit what arrives within about a second beyond
 * the limit, and what is sent again after a lost answer counts twice. After a refusal, until the minute ends, a
 * request that would be allowed waits for the item.
 * `now` is in milliseconds, by API Gateway's clock, which all processes share.
 */
export class RateLimiter {
  readonly #budget: RateBudget;
  /** The item as it was last, and what is not in it yet. */
  #flushed: Counts = new Map();
  readonly #pending: Counts = new Map();
  #flushedAt = Number.NEGATIVE_INFINITY;
  #strictUntil = Number.NEGATIVE_INFINITY;
  #synchronizing: Promise<void> | undefined;

  constructor(budget: RateBudget) {
    this.#budget = budget;
  }

  /** Decides on a request. Waits for the table only within the minute of a refusal. */
  async take(limit: number, cost: number, now: number): Promise<RateDecision> {
    // A request that costs more than the limit needs all of it.
    const room = limit - Math.min(cost, limit);
    const hasRoom = () => limit > 0 && this.#used(now) <= room;
    if (now < this.#strictUntil && hasRoom()) await this.#synchronize(now);
    const isAllowed = hasRoom();
    if (isAllowed) this.#count(cost, now);
    else this.#strictUntil = (minuteOf(now) + 1) * MINUTE_MS;
    // A clock may have been ahead.
    const isDue = isAllowed && Math.abs(now - this.#flushedAt) >= FLUSH_MS;
    const flush = isDue && !this.#synchronizing ? this.#synchronize(now) : undefined;
    const remaining = Math.max(0, Math.floor(limit - this.#used(now)));
    const reset = isAllowed ? minuteOf(now) + 1 : this.#minuteWith(room, now);
    const resetSeconds = Math.max(1, Math.ceil((reset * MINUTE_MS - now) / 1000));
    return { isAllowed, limit, remaining, resetSeconds, ...(flush && { flush }) };
  }

  /** What counts now, as the item has it; as known here if the table does not answer. */
  async read(now: number): Promise<number> {
    await this.#synchronize(now);
    return Math.ceil(this.#used(now));
  }

  #count(cost: number, now: number) {
    for (const [name, amount] of [
      [minuteName(minuteOf(now)), cost],
      [dayName(now), 1],
    ] as const)
      this.#pending.set(name, (this.#pending.get(name) ?? 0) + amount);
  }

  #used(now: number): number {
    const part = 1 - (now % MINUTE_MS) / MINUTE_MS;
    return this.#inMinute(minuteOf(now)) + this.#inMinute(minuteOf(now) - 1) * part;
  }

  #inMinute(minute: number): number {
    const name = minuteName(minute);
    return (this.#flushed.get(name) ?? 0) + (this.#pending.get(name) ?? 0);
  }

  /** The minute since 1970, with its fraction, in which no more than `room` is used, without new requests. */
  #minuteWith(room: number, now: number): number {
    const minute = minuteOf(now);
    const [current, previous] = [this.#inMinute(minute), this.#inMinute(minute - 1)];
    if (current > room) return minute + 1 + (1 - room / current);
    return previous > 0 ? minute + 1 - (room - current) / previous : minute + 1;
  }

  /** Adds what is pending to the item, and learns what it has then. Requests at the same moment share this. */
  #synchronize(now: number): Promise<void> {
    this.#synchronizing ??= this.#exchange(now).finally(() => {
      this.#synchronizing = undefined;
    });
    return this.#synchronizing;
  }

  /** Counts that fail to be added are not added again, because they may have been. */
  async #exchange(now: number) {
    const sent = new Map([[dayName(now), 0], ...this.#pending]);
    this.#flushedAt = now;
    try {
      this.#flushed = await addCounts(this.#budget, sent, { before: this.#flushed, now });
    } catch (error) {
      log("warn", "the requests of a reseller could not be counted", describeError(error));
    }
    for (const [name, amount] of sent) {
      const rest = (this.#pending.get(name) ?? 0) - amount;
      if (rest > 0) this.#pending.set(name, rest);
      else this.#pending.delete(name);
    }
  }
}

/** The calls of the API that were counted on a day (`2026-01-31`), which is today or the day before. */
export async function readCallsOfDay(reseller_uuid: string, day: string): Promise<number> {
  const kinds: RateKind[] = ["reads", "writes"];
  const counts = await Promise.all(kinds.map((kind) => readCounts({ reseller_uuid, kind })));
  return counts.reduce((sum, each) => sum + (each.get(dayName(Date.parse(day))) ?? 0), 0);
}

/** Adds counts to the item, removes those that are over, and returns what the item has then. */
async function addCounts(
  budget: RateBudget,
  counts: Counts,
  { before, now }: { before: Counts; now: number },
): Promise<Counts> {
  const added = [...counts.keys()].map((name) => `${name} :${name}`);
  const over = [...before.keys()].filter((name) => !counts.has(name) && isOver(name, now));
  const remove = over.length > 0 ? ` REMOVE ${over.join(", ")}` : "";
  const command = new UpdateItemCommand({
    ...keyOf(budget),
    UpdateExpression: `SET expires_epoch = :expires ADD ${added.join(", ")}${remove}`,
    ExpressionAttributeValues: {
      ":expires": { N: String(Math.floor(now / 1000) + KEPT_SECONDS) },
      ...Object.fromEntries(
        [...counts].map(([name, amount]) => [`:${name}`, { N: String(amount) }]),
      ),
    },
    ReturnValues: "ALL_NEW",
  });
  return countsIn((await quickly(() => wireClient.send(command))).Attributes);
}

/** Whether no process, however its clock is set, still needs a count. */
function isOver(name: string, now: number): boolean {
  const number = Number(name.slice(1));
  return name.startsWith("m") ? number < minuteOf(now) - 5 : dayName(now - 2 * DAY_MS) >= name;
}

async function readCounts(budget: RateBudget): Promise<Counts> {
  const command = new GetItemCommand({ ...keyOf(budget), ConsistentRead: true });
  const { Item } = await quickly(() => wireClient.send(command));
  return countsIn(Item);
}

/** The item of a budget has a partition of its own, so that counting does not slow down the reseller's records. */
function keyOf({ reseller_uuid, kind }: RateBudget) {
  const Key = { pk: { S: `rate#${reseller_uuid}#${kind}` }, sk: { S: "rate" } };
  return { TableName: tableConfiguration.table, Key };
}

function countsIn(item: Record<string, AttributeValue> = {}): Counts {
  const counts = Object.entries(item).filter(([name]) => COUNT.test(name));
  return new Map(counts.map(([name, { N }]) => [name, Number(N)]));
}
