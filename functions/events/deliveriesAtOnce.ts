import { randomInt } from "node:crypto";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  GetItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { Seats } from "../../shared/entities/seats.ts";
import { describeError, log } from "../../shared/log.ts";
import { wireClient } from "../../shared/table/entity.ts";
import { toAttributes } from "../../shared/table/wire.ts";
import type { Clock } from "../../shared/time.ts";

/** Longer than a worker's call: a worker that still holds seats then has died. */
const HELD_MS = 120_000;
const MINUTE_MS = 60_000;
/** How long an unused item is kept. */
const KEPT_MS = 3_600_000;

/** Where requests count: how many may run at once, and what deliveries may weigh a minute. */
interface Room {
  place: string;
  seats: number;
  /** A further seat, which only this caller may take. */
  own?: string;
  /** Seats that one call leaves to others. */
  spare?: number;
  limit?: number | undefined;
}

/** Seats that a worker holds: as many requests may run at once. */
export interface HeldSeats {
  count: number;
  /** `weight`: what the deliveries turned out to weigh more; negative if less. */
  release(weight?: number): Promise<void>;
}

/** Why there are no seats. */
export type Full = "seats" | "limit";

interface Wanted {
  /** Seats; with 0 only the weight is counted. */
  count: number;
  weight?: number;
  clock: Clock;
}

/** Takes up to `count` seats and counts the weight, in one write; or says what there is too little of. */
export async function takeSeats(
  room: Room,
  { count: most, weight = 0, clock }: Wanted,
): Promise<HeldSeats | Full> {
  const { place, spare = 0, limit } = room;
  let known: Item = {};
  // Each failure means that another call has taken a seat.
  for (let attempt = 0; attempt <= room.seats; attempt += 1) {
    const now = clock.now();
    const counted = limit === undefined ? undefined : minuteOf(now);
    if (counted && numberIn(known, counted) >= (limit ?? 0)) return "limit";
    const free = namesOf(room).filter((name) => numberIn(known, name) < now);
    const names = free.slice(0, Math.min(most, Math.max(1, free.length - spare)));
    if (names.length === 0 && most > 0) return "seats";
    // A random fraction identifies this call, so that the SDK's retry recognises its own seats.
    const until = now + HELD_MS + randomInt(1000) / 1000;
    const taken = await update(place, { names, now, until, counted, weight, limit });
    if (!taken.isDone) {
      known = taken.item;
      continue;
    }
    // Another worker may already have counted in the next minute, or may still count in the last one.
    const over = Object.keys(taken.item).filter((name) => isBefore(name, now - MINUTE_MS));
    const release = (more = 0) => {
      // Weight is given back where it was counted, and added when it is known.
      const ended = more < 0 ? counted : counted && minuteOf(clock.now());
      return giveBack(place, { names, until, over, counted: ended, more });
    };
    return { count: names.length, release };
  }
  return "seats";
}

/** What the deliveries of this minute have weighed so far. */
export async function readWeight({ place }: Pick<Room, "place">, now: number): Promise<number> {
  const { Item = {} } = await wireClient.send(new GetItemCommand(keyOf(place)));
  return Math.max(0, numberIn(Item, minuteOf(now)));
}

/** Where the deliveries of a reseller count. */
export function placeOf(reseller_uuid: string): string {
  return `reseller#${reseller_uuid}`;
}

type Item = Record<string, AttributeValue>;

/** The attribute of what the deliveries of a minute weigh. */
function minuteOf(now: number): string {
  return `w${Math.floor(now / MINUTE_MS)}`;
}

function isBefore(name: string, now: number): boolean {
  return /^w\d/.test(name) && Number(name.slice(1)) < Math.floor(now / MINUTE_MS);
}

function numberIn(item: Item, name: string): number {
  return Number(item[name]?.N ?? 0);
}

/** The caller's own seat, then the others at random, so that calls at the same moment rarely choose the same ones. */
function namesOf({ seats, own }: Room): string[] {
  const shared = Array.from({ length: seats }, (_, index) => `s${index}`);
  return [...(own === undefined ? [] : [own]), ...shuffled(shared)];
}

interface Taking {
  names: string[];
  now: number;
  until: number;
  counted: string | undefined;
  weight: number;
  limit: number | undefined;
}

/** Takes these seats if all are free, and counts the weight below the limit. Returns the item. */
async function update(
  place: string,
  { names, now, until, counted, weight, limit }: Taking,
): Promise<{ isDone: boolean; item: Item }> {
  const { entity, version } = Seats.schema.model;
  const expires_epoch = Math.ceil((now + KEPT_MS) / 1000);
  const about = { entity, version, place, expires_epoch };
  const isFree = (name: string) =>
    `(attribute_not_exists(${name}) OR ${name} < :now OR ${name} = :until)`;
  const isBelow = `(attribute_not_exists(${counted}) OR ${counted} < :limit)`;
  const set = [
    "#entity = :entity, #version = :version, #place = :place, #expires = :expires_epoch",
    ...names.map((name) => `${name} = :until`),
  ].join(", ");
  const conditions = [...names.map(isFree), ...(counted ? [isBelow] : [])];
  const used = {
    ...(names.length > 0 && { now, until }),
    ...(counted && { limit, weight }),
  };
  const command = new UpdateItemCommand({
    ...keyOf(place),
    UpdateExpression: `SET ${set}${counted ? ` ADD ${counted} :weight` : ""}`,
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(" AND ") }),
    ExpressionAttributeNames: {
      "#entity": "__edb_e__",
      "#version": "__edb_v__",
      "#place": "place",
      "#expires": "expires_epoch",
    },
    ExpressionAttributeValues: valuesOf({ ...about, ...used }),
    ReturnValues: "ALL_NEW",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  try {
    const { Attributes = {} } = await wireClient.send(command);
    return { isDone: true, item: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isDone: false, item: error.Item ?? {} };
  }
}

interface Returning extends Pick<Taking, "names" | "until" | "counted"> {
  /** Counts of minutes that are over. */
  over: string[];
  more: number;
}

/** Seats that can't be given back are free again after two minutes. */
async function giveBack(place: string, { names, until, counted, over, more }: Returning) {
  const isMore = counted !== undefined && more !== 0;
  const command = new UpdateItemCommand({
    ...keyOf(place),
    UpdateExpression: `REMOVE ${[...names, ...over].join(", ")}${isMore ? ` ADD ${counted} :more` : ""}`,
    ConditionExpression: names.map((name) => `${name} = :until`).join(" AND "),
    ExpressionAttributeValues: valuesOf({ until, ...(isMore && { more }) }),
  });
  try {
    await wireClient.send(command);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return;
    log("warn", "seats for deliveries could not be given back", describeError(error));
  }
}

function keyOf(place: string) {
  const { TableName, Key } = Seats.get({ place }).params() as { TableName: string; Key: object };
  return { TableName, Key: toAttributes(Key) };
}

function valuesOf(values: object): Item {
  const named = Object.entries(values).map(([name, value]) => [`:${name}`, value]);
  return toAttributes(Object.fromEntries(named));
}

function shuffled<Each>(list: Each[]): Each[] {
  return list
    .map((each) => ({ each, place: randomInt(2 ** 32) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each);
}
