import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { describeError, log } from "../../../shared/log.ts";
import { CHECKS, FAILURES, LATENESS, putMetrics } from "../../../shared/metrics.ts";
import { HostPace } from "../../../shared/outbound/index.ts";
import { readMessage } from "../../../shared/queues/readMessage.ts";
import type { Clock } from "../../../shared/time.ts";
import { depthOf, findDepths } from "../bucketDepths.ts";
import { findLastHour } from "../bucketHours.ts";
import { type DueRound, findSites, idOf, lastSlot, partsOf } from "../buckets.ts";
import type { DueCheck } from "../findChecks.ts";
import { Pace } from "../pace.ts";
import { Distrust } from "../uptime/distrust.ts";
import { enqueueLater } from "../uptime/judgeProbe.ts";
import { type ProbeUrl, probeOnce, probesOfCall } from "../uptime/probeSite.ts";
import type { OpenRound, Probing } from "./leaveBucket.ts";
import { runRound } from "./runRound.ts";

const count = z.int().check(z.gte(0));
const message = z.object({
  rounds: z.array(
    z.object({ minutes: z.int().check(z.gte(1)), depth: count, number: count, slot: z.int() }),
  ),
});

/** A message that is later than this may name a bucket that was divided since: the schedule runs every minute. */
const MAY_BE_DIVIDED_SECONDS = 60;

/**
 * Makes the rounds that the messages name, all at once. A message is given back if one of its rounds
 * could not be written, or if the message can't be read.
 */
export function roundsHandler(clock: Clock, probeUrl: ProbeUrl = probeOnce) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = await Promise.all(
      Records.map(async (record) => {
        const named = read(record);
        return { id: record.messageId, rounds: named && (await divided(named, clock)) };
      }),
    );
    const due = messages.flatMap(({ rounds }) => rounds ?? []);
    const { failed, soon, figures } = await runRounds(due, { clock, probeUrl });
    await enqueueLater(soon, clock.now());
    putMetrics(figures);
    return {
      batchItemFailures: messages
        .filter(({ rounds }) => !rounds || rounds.some((round) => failed.has(idOf(round))))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  };
}

/** The latest slot of the rounds that a message names. */
export function latestSlot(record: SQSRecord): number {
  return Math.max(...(read(record) ?? []).map(({ slot }) => slot));
}

/** The rounds that a message names; undefined if it can't be read. */
function read(record: SQSRecord): DueRound[] | undefined {
  return readMessage(record, ({ body }) => message.parse(JSON.parse(body)).rounds);
}

/** The rounds of a message. If it is late, a bucket that was divided since is replaced by its parts. */
async function divided(rounds: DueRound[], clock: Clock): Promise<DueRound[]> {
  const isLate = ({ slot }: DueRound) => clock.now() / 1000 - slot > MAY_BE_DIVIDED_SECONDS;
  if (!rounds.some(isLate)) return rounds;
  const depths = new Map((await findDepths()).map((each) => [each.minutes, depthOf(each)]));
  return rounds.flatMap(({ slot, ...bucket }) =>
    partsOf(bucket, depths.get(bucket.minutes) ?? bucket.depth).map((part) => ({ ...part, slot })),
  );
}

/** The result of rounds: the ids of failed buckets, checks that are due soon, and figures for CloudWatch. */
interface Outcome {
  failed: Set<string>;
  soon: DueCheck[];
  figures: Record<string, number | number[]>;
}

/** Makes rounds, all at once: their websites vote together on the worker's own connection. */
async function runRounds(
  due: DueRound[],
  { clock, probeUrl }: { clock: Clock; probeUrl: ProbeUrl },
): Promise<Outcome> {
  const now = Math.floor(clock.now() / 1000);
  const soon: DueCheck[] = [];
  const distrust = new Distrust(probeUrl);
  const hosts = new HostPace(clock);
  const probing: Probing = {
    clock,
    distrust,
    probesFor: probesOfCall(probeUrl, hosts),
    pace: new Pace(clock),
    hosts,
    soon,
  };
  const once = [...new Map(due.map((round) => [idOf(round), round])).values()];
  const lateness: number[] = [];
  const rounds = once.map(async (each) => {
    const round = await openRound(each, now);
    if (!round) return undefined;
    lateness.push(Math.max(0, now - each.slot));
    return await runRound(round, probing);
  });
  const results = await Promise.allSettled(rounds);
  const failed = new Set<string>();
  for (const [index, result] of results.entries()) {
    const round = once[index];
    if (result.status === "fulfilled" || !round) continue;
    const bucket = idOf(round);
    failed.add(bucket);
    const error = describeError(result.reason);
    log("error", "a round failed and will be made again", { bucket, ...error });
  }
  const done = results.flatMap((result) =>
    result.status === "fulfilled" ? (result.value ?? []) : [],
  );
  const sum = (of: (each: (typeof done)[number]) => number) =>
    done.reduce((total, each) => total + of(each), 0);
  return {
    failed,
    soon,
    figures: {
      [LATENESS]: lateness,
      Rounds: done.length,
      [CHECKS]: sum(({ checks }) => checks),
      [FAILURES]: sum(({ failures }) => failures),
      UnansweredInTime: sum(({ late }) => late),
    },
  };
}

/** A round for the last slot that is due by now; undefined if that round was made. */
async function openRound(
  { slot: named, ...bucket }: DueRound,
  now: number,
): Promise<OpenRound | undefined> {
  // A message may come a little early, or an interval late.
  const slot = Math.max(lastSlot(bucket, now), named);
  const last = await findLastHour(bucket, now);
  if (last?.rows.some((row) => row.slot >= slot)) return undefined;
  return { bucket, slot, last, sites: await findSites(bucket) };
}
