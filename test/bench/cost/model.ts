import { settingsFor } from "../../../infra/settings.ts";
import { SHARDS } from "../../../shared/checks/schedule.ts";
import type { Cost } from "../../support/cost.ts";
import { lambdaPrice, PRICES, secondsOf, tablePrice } from "./prices.ts";

const MINUTES = 30 * 24 * 60;
const { uptime, audit, workerMemoryMb } = settingsFor("prod");

/** What can't be measured on one machine. */
export const ASSUMED = {
  /** The slowest website of a worker's call, for which the others wait. */
  slowestSeconds: Number(process.env["SLOWEST_SECONDS"] ?? 2),
  failingShare: 0.01,
  pages: 25,
  /** Of an audit to the website's own host, 250 ms apart: pages, images, robots.txt, sitemap. */
  requests: 50,
  /** A tick of the schedule, and what each check that is due adds to it. */
  tickSeconds: 0.5,
  dueSeconds: 0.00002,
  /** Lambda asks an idle queue this often: 5 pollers that wait 20 seconds each. */
  pollsAMinute: 15,
};

export interface Measured {
  uptime: Record<"good" | "failed", Cost>;
  /** Of the processor, a check. */
  uptimeSeconds: number;
  audits: { first: Cost; later: Cost };
  /** Of the processor, a page. */
  pageSeconds: number;
  schedule: { tick: Cost; check: number };
}

/** USD a month for so many websites, by what they are spent on; and calls of workers at once. */
export function monthOf(websites: number, measured: Measured) {
  const checks = (websites * MINUTES) / 5;
  const messages = MINUTES * SHARDS * messagesOf(checks / MINUTES / SHARDS, 25);
  // Few websites are few messages, which don't wait for each other.
  const calls = websites < 100_000 ? messages : messages / 4;
  const audits = websites * 30;
  const { good, failed } = measured.uptime;
  const { first, later } = measured.audits;
  const { tick, check } = measured.schedule;
  const call = {
    memoryMb: uptime.memoryMb,
    waits: ASSUMED.slowestSeconds,
    computes: (checks / calls) * measured.uptimeSeconds,
  };
  const audited = {
    memoryMb: audit.memoryMb,
    waits: ASSUMED.requests * 0.25,
    computes: ASSUMED.pages * measured.pageSeconds,
  };
  const tickSeconds = ASSUMED.tickSeconds + (checks / MINUTES) * ASSUMED.dueSeconds;
  const sends = MINUTES * SHARDS * messagesOf(checks / MINUTES / SHARDS, 250);
  const auditSends = MINUTES * SHARDS * messagesOf(audits / MINUTES / SHARDS, 10);
  const parts = {
    "uptime: DynamoDB":
      checks *
      (tablePrice(good) * (1 - ASSUMED.failingShare) + tablePrice(failed) * ASSUMED.failingShare),
    "uptime: Lambda": lambdaPrice(calls, call),
    "uptime: SQS": (sends + 2 * calls) * PRICES.sqsRequest,
    "audits: DynamoDB": websites * (tablePrice(first) + 29 * tablePrice(later)),
    "audits: Lambda": lambdaPrice(audits, audited),
    "audits: SQS": (auditSends + 2 * audits) * PRICES.sqsRequest,
    "schedule: DynamoDB": MINUTES * tablePrice(tick) + (checks + audits) * check * PRICES.readUnit,
    "schedule: ticks and Lambda":
      MINUTES * PRICES.schedulerCall +
      lambdaPrice(MINUTES, { memoryMb: workerMemoryMb, waits: tickSeconds, computes: 0 }),
    "polling of 3 queues": 3 * MINUTES * ASSUMED.pollsAMinute * PRICES.sqsRequest,
  };
  const atOnce = (each: typeof call, count: number) => (count / MINUTES / 60) * secondsOf(each);
  return { parts, atOnce: { uptime: atOnce(call, calls), audits: atOnce(audited, audits) } };
}

/** Of a shard a minute, when websites fall due at random. */
function messagesOf(due: number, size: number) {
  return due < 1 ? 1 - Math.exp(-due) : Math.ceil(due / size);
}
