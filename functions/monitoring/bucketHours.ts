import {
  BucketHour,
  type BucketHourRecord,
  NOT_PROBED,
  type Row,
} from "../../shared/entities/bucketHour.ts";
import type { CheckRecord, Period, UptimeMemory } from "../../shared/entities/check.ts";
import { Overloaded } from "../../shared/errors.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { findBucketsOf, type Place } from "./bucketDepths.ts";
import { type Bucket, isInBucket, NAME_LENGTH, positionOf, startOf } from "./buckets.ts";
import { addPeriod } from "./secondsByHour.ts";
import { GAP_TOLERANCE_SECONDS, readUptimeMemory, UPTIME_DAYS, unseenOf } from "./uptimeMemory.ts";

const DAY_SECONDS = 24 * 3600;
const KEPT_SECONDS = 3 * DAY_SECONDS;
const KEPT_GAPS = 100;
const WRITE_ATTEMPTS = 5;

/** The hour of a time in seconds since 1970: `2026-01-31T09`. */
export function hourOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 13);
}

/** The last hour in which a bucket had rounds, or else the larger bucket from which it was divided. */
export async function findLastHour(
  bucket: Bucket,
  now: number,
): Promise<BucketHourRecord | undefined> {
  const own = await findNewestHour(bucket);
  if (own) return own;
  const { minutes, depth } = bucket;
  const known = await findBucketsOf({ minutes, position: startOf(bucket) }, now - KEPT_SECONDS);
  // The division is perhaps not visible yet.
  return await findFirst(known.filter((former) => former.depth < depth));
}

async function findFirst(
  buckets: Bucket[],
  consistent = true,
): Promise<BucketHourRecord | undefined> {
  for (const bucket of buckets) {
    const found = await findNewestHour(bucket, consistent);
    if (found) return found;
  }
  return undefined;
}

async function findNewestHour(
  bucket: Bucket,
  consistent = true,
): Promise<BucketHourRecord | undefined> {
  const { data } = await BucketHour.query
    .ofBucket(bucket)
    .go({ order: "desc", limit: 1, consistent });
  return data[0];
}

/** A round, with the names that its characters stand for. */
export interface Round extends Row {
  names: string;
}

/** The rounds of a place between two times, oldest first. */
export async function findRounds(place: Place, { from, to }: Period): Promise<Round[]> {
  const buckets = await findBucketsOf(place, from);
  const found = await Promise.all(
    buckets.map(async (bucket) => {
      const { data } = await BucketHour.query
        .ofBucket(bucket)
        .between({ hour: hourOf(from) }, { hour: hourOf(to) })
        .go({ pages: "all" });
      return data.flatMap(({ rows, names }) => rows.map((row) => ({ ...row, names })));
    }),
  );
  const rounds = found.flat().filter(({ at }) => at >= from && at <= to);
  return rounds.toSorted((one, other) => one.at - other.at);
}

/** The rounds of a website within a period, oldest first. */
export async function findRoundsOf(
  { uuid, target }: Pick<CheckRecord<"uptime">, "uuid" | "target">,
  period: Period,
): Promise<Round[]> {
  if (!target) return [];
  return await findRounds({ minutes: target.minutes, position: positionOf(uuid) }, period);
}

/** The character that a round has for a name; undefined if the round did not probe the website. */
export function characterOf({ names, probes }: Round, name: string): string | undefined {
  for (let from = names.indexOf(name); from >= 0; from = names.indexOf(name, from + 1)) {
    if (from % NAME_LENGTH > 0) continue;
    const character = probes[from / NAME_LENGTH];
    return character === NOT_PROBED ? undefined : character;
  }
  return undefined;
}

/** A round to be written. */
interface NewRound {
  bucket: Bucket;
  slot: number;
  at: number;
  /** By name, the character of each website that stays in the bucket; a website that leaves has `NOT_PROBED`. */
  probes: ReadonlyMap<string, string>;
  /** The last day whose figures were written. */
  folded?: string;
}

/**
 * Adds a round to the others of its hour. Returns false, and writes nothing, if a round of the same slot
 * was written before. Other workers may write to the same hour at the same time.
 */
export async function writeRound(
  last: BucketHourRecord | undefined,
  round: NewRound,
): Promise<boolean> {
  const { bucket, slot } = round;
  const hour = hourOf(round.at);
  let known = last;
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt += 1) {
    const same = known && isSameHour(known, round) ? known : undefined;
    const next = withRound(known, round);
    const written = await writeIfTrue(() =>
      same
        ? BucketHour.put(next)
            .where(({ revision }, { eq }) => eq(revision, same.revision))
            .go()
        : BucketHour.create(next).go(),
    );
    if (written) return true;
    const { data } = await BucketHour.query.ofBucket({ ...bucket, hour }).go({ consistent: true });
    [known] = data;
    if (known?.rows.some((row) => row.slot === slot)) return false;
  }
  throw new Overloaded("Other workers keep writing rounds of this bucket");
}

function isSameHour({ depth, hour }: BucketHourRecord, { bucket, at }: NewRound): boolean {
  return depth === bucket.depth && hour === hourOf(at);
}

/** An hour with one more round; rounds are in the order in which they began. */
function withRound(last: BucketHourRecord | undefined, round: NewRound): BucketHourRecord {
  const { bucket, slot, at, probes, folded } = round;
  const { minutes, depth, number } = bucket;
  const same = last && isSameHour(last, round) ? last : undefined;
  const listed = namesIn(same?.names ?? "");
  const known = new Set(listed);
  const names = [...listed, ...[...probes.keys()].filter((name) => !known.has(name))];
  const characters = names.map((name) => probes.get(name) ?? NOT_PROBED).join("");
  const row: Row = { slot, at, probes: characters.trimEnd() };
  return {
    ...{ minutes, depth, number, hour: hourOf(at), names: names.join("") },
    rows: [...(same?.rows ?? []), row].toSorted((one, other) => one.at - other.at),
    revision: (same?.revision ?? 0) + 1,
    gaps: gapsUntil(last, bucket, at),
    ...(last ? last.since !== undefined && { since: last.since } : { since: at }),
    folded: folded ?? last?.folded ?? "",
    expires_epoch: at + KEPT_SECONDS,
  };
}

function namesIn(names: string): string[] {
  return Array.from({ length: names.length / NAME_LENGTH }, (_, index) =>
    names.slice(index * NAME_LENGTH, (index + 1) * NAME_LENGTH),
  );
}

/** The gaps of a bucket's rounds, including the one that a late round ends. */
function gapsUntil(last: BucketHourRecord | undefined, { minutes }: Bucket, at: number): Period[] {
  const { gaps = [], rows = [] } = last ?? {};
  const before = rows.at(-1)?.at;
  const isGap = before !== undefined && at - before > minutes * 60 + GAP_TOLERANCE_SECONDS;
  const all = isGap ? [...gaps, { from: before, to: at }] : gaps;
  return all.filter(({ to }) => to > at - (UPTIME_DAYS + 1) * DAY_SECONDS).slice(-KEPT_GAPS);
}

/** The memory of a website in a bucket, completed by the rounds since it joined. */
export function withRounds(
  check: CheckRecord<"uptime">,
  last: BucketHourRecord | undefined,
): UptimeMemory {
  const memory = readUptimeMemory(check);
  const seen = last?.rows.at(-1)?.at;
  const { checked_at: joined } = memory;
  if (!isInBucket(check) || !last || seen === undefined || joined === undefined) return memory;
  const limit = check.target.minutes * 60 + GAP_TOLERANCE_SECONDS;
  // A bucket without rounds for three days has lost its older ones, so the time before the first one that
  // is left is a gap.
  const unknown = last.since === undefined ? [] : [{ from: joined, to: last.since }];
  const gaps = [...unknown, ...last.gaps]
    .map(({ from, to }) => ({ from: Math.max(from, joined), to }))
    .filter(({ from, to }) => to - from > limit);
  return {
    ...memory,
    checked_at: Math.max(joined, seen),
    ...(gaps.length > 0 && {
      gaps: [...(memory.gaps ?? []), ...gaps],
      unseen: gaps.reduce(addPeriod, unseenOf(memory)),
    }),
  };
}

/** The uptime memory of a website, in a bucket or not, at a time in milliseconds. */
export async function readUptime(
  check: CheckRecord<"uptime">,
  now = Date.now(),
  { consistent = true } = {},
): Promise<UptimeMemory> {
  if (!isInBucket(check)) return readUptimeMemory(check);
  const place = { minutes: check.target.minutes, position: positionOf(check.uuid) };
  const buckets = await findBucketsOf(place, now / 1000 - KEPT_SECONDS);
  return withRounds(check, await findFirst(buckets, consistent));
}
