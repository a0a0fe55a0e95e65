import { SHARDS } from "../../../functions/monitoring/dueTimes.ts";
import { SITES_A_MESSAGE } from "../../../functions/monitoring/schedule/enqueueRounds.ts";
import { settingsFor } from "../../../infra/settings.ts";
import type { Cost } from "../../support/cost.ts";
import type { AuditEffort } from "../audit/auditMany.ts";
import type { DeliveryCost } from "../deliveries/units.ts";
import type { UptimeUnits } from "../uptime/units.ts";
import { auditCallsOf } from "./auditCalls.ts";
import { type Call, lambdaPrice, PRICES, secondsOf, tablePrice } from "./prices.ts";

const MINUTES = 30 * 24 * 60;
const { uptime, rounds, workerMemoryMb } = settingsFor("prod");

/** What can't be measured on one machine. */
export const ASSUMED = {
  /** The time of the slowest website of a call, for which the call waits: from the simulation. */
  slowestSeconds: Number(process.env["SLOWEST_SECONDS"] ?? 7),
  /** The time of a website that never answers, with both attempts: half of those that are not up. */
  hangingSeconds: 15,
  failingShare: 0.01,
  /** The duration of a tick, and what each check that is due adds to it. */
  tickSeconds: 0.5,
  dueSeconds: 0.00002,
  /** Lambda asks an idle queue this often: 5 pollers that wait 20 seconds each. */
  pollsAMinute: 15,
};

export interface Measured {
  uptime: Pick<UptimeUnits, "inBucket" | "folded" | "down" | "transition">;
  /** Processor time of a check. */
  uptimeSeconds: number;
  audits: { first: Cost; later: Cost; summary: Cost };
  auditEffort: AuditEffort;
  delivery: DeliveryCost;
  /** Stored, by entity. */
  itemBytes: Record<string, number>;
  /** Of our own lines: a call of a round, and an audit. */
  logBytes: { round: number; audit: number };
  schedule: { tick: Cost; check: number };
}

/** The average number of websites in a bucket. */
const SITES_A_BUCKET = 100;

/** Websites in a call for rounds, and in a call for separate checks. */
export const WEBSITES_A_CALL = { rounds: SITES_A_MESSAGE, own: 40 };

/** The monthly cost in USD of a number of websites, by service, and the concurrent calls of workers. */
export function monthOf(websites: number, measured: Measured) {
  const checks = (websites * MINUTES) / 5;
  const own = checks * ASSUMED.failingShare;
  // Few websites are in few buckets, which are not due together.
  const calls = {
    rounds: checks / (websites < 10_000 ? SITES_A_BUCKET : WEBSITES_A_CALL.rounds),
    own: Math.min(own, Math.max(own / WEBSITES_A_CALL.own, Math.min(own, MINUTES))),
  };
  const audits = websites * 30;
  const { inBucket, folded, down } = measured.uptime;
  const { first, later } = measured.audits;
  const { tick, check } = measured.schedule;
  const roundCall = {
    memoryMb: rounds.memoryMb,
    waits: ASSUMED.slowestSeconds,
    computes: (checks / calls.rounds) * measured.uptimeSeconds,
  };
  const ownCall = {
    memoryMb: uptime.memoryMb,
    waits: ASSUMED.hangingSeconds,
    computes: (own / calls.own) * measured.uptimeSeconds,
  };
  const audited = auditCallsOf(websites, measured.auditEffort);
  const tickSeconds = ASSUMED.tickSeconds + ((own + audits) / MINUTES) * ASSUMED.dueSeconds;
  const auditSends = MINUTES * SHARDS * messagesOf(audits / MINUTES / SHARDS, 10);
  const parts = {
    "uptime: DynamoDB":
      (checks - own) * tablePrice(inBucket) +
      own * tablePrice(down) +
      websites * 30 * tablePrice(folded),
    "uptime: Lambda": lambdaPrice(calls.rounds, roundCall) + lambdaPrice(calls.own, ownCall),
    "uptime: SQS": (1.1 * calls.rounds + 2 * calls.rounds + 3 * own) * PRICES.sqsRequest,
    "audits: DynamoDB": websites * (tablePrice(first) + 29 * tablePrice(later)),
    "audits: Lambda": audited.price,
    "audits: SQS": (auditSends + 2 * audits) * PRICES.sqsRequest,
    "schedule: DynamoDB": MINUTES * tablePrice(tick) + (own + audits) * check * PRICES.readUnit,
    "schedule: ticks and Lambda":
      MINUTES * PRICES.schedulerCall +
      lambdaPrice(MINUTES, { memoryMb: workerMemoryMb, waits: tickSeconds, computes: 0 }),
    "polling of 5 queues": 5 * MINUTES * ASSUMED.pollsAMinute * PRICES.sqsRequest,
  };
  const atOnce = (each: Call, count: number) => (count / MINUTES / 60) * secondsOf(each);
  return {
    parts,
    atOnce: {
      uptime: atOnce(roundCall, calls.rounds) + atOnce(ownCall, calls.own),
      audits: audited.seconds / MINUTES / 60,
    },
    auditCalls: audited.calls,
  };
}

/** Messages of a shard in a minute, if websites fall due at random. */
function messagesOf(due: number, size: number) {
  return due < 1 ? 1 - Math.exp(-due) : Math.ceil(due / size);
}
