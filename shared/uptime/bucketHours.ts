import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { BucketHour, type BucketHourRecord, type Row } from "../entities/bucket.ts";
import type { MonitorTarget, Period } from "../entities/monitor.ts";
import { Overloaded } from "../platform/errors.ts";
import { tableConfiguration } from "../platform/table/entity.ts";
import { pause, writeIfTrue } from "../platform/table/transact.ts";
import { DAY_SECONDS } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";
import { type Bucket, findBucketsOf, NAME_LENGTH, nameOf, positionOf } from "./buckets.ts";
import { NOT_PROBED } from "./characters.ts";

/** Digests divide the days of a week and a day by the time zone of their reader. */
export const LOG_DAYS = 9;
const WRITE_ATTEMPTS = 8;

/** The hour of a time in seconds since 1970: `2026-01-31T09`. */
function hourOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 13);
}

/** The hour of a bucket that a time is in; undefined before its first probe. */
export async function findHour(
  bucket: Bucket,
  at: number,
  consistent = false,
): Promise<BucketHourRecord | undefined> {
  const key = { ...keyOf(bucket), hour: hourOf(at) };
  const { data } = await BucketHour.get(key).go({ consistent });
  return data ?? undefined;
}

function keyOf({ minutes, depth, number }: Bucket) {
  return { minutes, depth, number };
}

/** Probes that began together, by the names of their websites. */
interface Probes {
  /** Seconds since 1970. */
  at: number;
  characters: ReadonlyMap<string, string>;
}

/**
 * Adds separate probes to the log of a bucket, as an item of their own: however many calls they take, no item
 * outgrows what the table stores, and no writer waits for another.
 */
export async function addSeparateProbes(bucket: Bucket, { at, characters }: Probes) {
  const id = newUuid();
  const row = { at, probes: [...characters.values()].join("") };
  await BucketHour.put({
    ...{ ...keyOf(bucket), hour: `${hourOf(at)}#${id}`, expires_epoch: expiryOf(at) },
    ...{ names: [...characters.keys()].join(""), rows: { [id]: row } },
  }).go();
}

function expiryOf(at: number): number {
  return at + LOG_DAYS * DAY_SECONDS;
}

/**
 * Adds the probes of a round to the hour of its bucket. `read` is that hour, if it was read already. Returns false, and
 * writes nothing, if this slot has probes. Other workers may write to the same hour at the same time.
 */
export async function addRound(
  bucket: Bucket,
  { slot, at, characters }: Probes & { slot: number },
  read?: BucketHourRecord,
): Promise<boolean> {
  const id = String(slot);
  const key = { ...keyOf(bucket), hour: hourOf(at) };
  let hour = read ?? (await findHour(bucket, at, true));
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt += 1) {
    if (hour?.rows[id]) return false;
    const { names = "" } = hour ?? {};
    const all = withNames(names, characters);
    const row = rowOf(all, { at, characters });
    const written = hour
      ? await addRow(key, { id, row, names: all, before: names })
      : await writeIfTrue(() => {
          const expires_epoch = expiryOf(at);
          return BucketHour.create({ ...key, names: all, rows: { [id]: row }, expires_epoch }).go();
        });
    if (written) return true;
    await pause(attempt);
    hour = await findHour(bucket, at, true);
  }
  throw new Overloaded("Other workers keep writing probes of this bucket");
}

type HourKey = Bucket & { hour: string };

/** Adds a row to an hour whose names are still those that were read. */
async function addRow(
  key: HourKey,
  { id, row, names, before }: { id: string; row: Row; names: string; before: string },
): Promise<boolean> {
  const { client, table } = tableConfiguration;
  const { Key } = BucketHour.get(key).params() as { Key: Record<string, string> };
  try {
    await client.send(
      new UpdateCommand({
        TableName: table,
        Key,
        UpdateExpression: "SET #rows.#id = :row, #names = :names",
        ConditionExpression: "#names = :before AND attribute_not_exists(#rows.#id)",
        ExpressionAttributeNames: { "#rows": "rows", "#id": id, "#names": "names" },
        ExpressionAttributeValues: { ":row": row, ":names": names, ":before": before },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}

/** The names of an hour, with those that are new at the end. */
function withNames(names: string, characters: Probes["characters"]): string {
  const before = new Set(namesIn(names));
  return names + [...characters.keys()].filter((name) => !before.has(name)).join("");
}

function rowOf(names: string, { at, characters }: Probes): Row {
  const probes = namesIn(names).map((name) => characters.get(name) ?? NOT_PROBED);
  return { at, probes: probes.join("").trimEnd() };
}

/** The names of websites in an hour. */
export function namesIn(names: string): string[] {
  return Array.from({ length: names.length / NAME_LENGTH }, (_, index) =>
    names.slice(index * NAME_LENGTH, (index + 1) * NAME_LENGTH),
  );
}

/** The place of a name in the rows of an hour. */
function placeOf(name: string, names: string): number | undefined {
  let at = names.indexOf(name);
  while (at % NAME_LENGTH > 0) at = names.indexOf(name, at + 1);
  return at < 0 ? undefined : at / NAME_LENGTH;
}

/** A probe of a website, with the interval of its bucket. */
export interface LoggedProbe {
  /** Seconds since 1970. */
  at: number;
  minutes: number;
  character: string;
}

/** All probes of the buckets that a position was in, in the hours of a period. */
export async function readHours(
  place: { minutes: number; position: number },
  { from, to }: Period,
): Promise<BucketHourRecord[]> {
  const buckets = await findBucketsOf(place, from);
  const hours = buckets.map(async (bucket) => {
    const { data } = await BucketHour.query
      .ofBucket(keyOf(bucket))
      // "~" comes after the "#" of separate probes.
      .between({ hour: hourOf(from) }, { hour: `${hourOf(to)}~` })
      .go({ pages: "all" });
    return data;
  });
  return (await Promise.all(hours)).flat();
}

/** The probes of the website with this name (`nameOf`) in these hours and this period, oldest first. */
export function logOf(
  hours: BucketHourRecord[],
  name: string,
  { from, to }: Period,
): LoggedProbe[] {
  const probes = hours.flatMap(({ minutes, names, rows }) => {
    const place = placeOf(name, names);
    if (place === undefined) return [];
    return Object.values(rows).flatMap(({ at, probes }) => {
      const character = probes[place] ?? NOT_PROBED;
      return character === NOT_PROBED || at < from || at > to ? [] : { at, minutes, character };
    });
  });
  return probes.toSorted((one, other) => one.at - other.at);
}

/** The probes of a website within a period, oldest first, by whatever interval. */
export async function readLog(
  { uuid, target }: { uuid: string; target: MonitorTarget },
  period: Period,
): Promise<LoggedProbe[]> {
  const hours = intervalsIn(target, period).map((minutes) =>
    readHours({ minutes, position: positionOf(uuid) }, period),
  );
  return logOf((await Promise.all(hours)).flat(), nameOf(uuid), period);
}

/** The intervals that a website had within a period. */
export function intervalsIn({ minutes, former = [] }: MonitorTarget, { from }: Period): number[] {
  const earlier = former.filter(({ until }) => until >= from);
  return [...new Set([minutes, ...earlier.map((each) => each.minutes)])];
}
