import { SITES_A_THREAD } from "../../../functions/audit/auditInThread.ts";
import { BATCHES, GATHERING, SLOW_BATCHES } from "../../../infra/audit.ts";
import { settingsFor } from "../../../infra/settings.ts";
import type { AuditEffort } from "../audit/auditMany.ts";
import { type Call, lambdaPrice, secondsOf } from "./prices.ts";

const HOURS_A_MONTH = 30 * 24;
const SECONDS_AN_HOUR = 3600;
const { audit, slowAudit } = settingsFor("prod");

/** What can't be measured on one machine. */
export const ASSUMED = {
  pages: 25,
  /** Of an audit to the website's own host, 250 ms apart: pages, images, robots.txt, sitemap. */
  requests: 50,
  /** What an audit waits for besides: names, connections, the last answers. */
  answersSeconds: 0.8,
  /** Lambda gathers messages with so many pollers, each of which makes calls of its own. */
  pollers: 5,
  /** Of a website that takes all of its time. */
  slowSeconds: 420,
  /** Of those that do, how many were quick the day before, and are audited beside quick ones. */
  newlySlow: 1 / 30,
};

export interface AuditCalls {
  calls: number;
  /** USD. */
  price: number;
  /** Of functions, all together. */
  seconds: number;
}

/** A month of audits of so many websites: slow ones beside the others, or by themselves. */
export function auditCallsOf(
  websites: number,
  effort: AuditEffort,
  { slowShare = 0, isMixed = false } = {},
): AuditCalls {
  const slow = isMixed ? 0 : websites * slowShare * (1 - ASSUMED.newlySlow);
  const unknown = isMixed ? slowShare : slowShare * ASSUMED.newlySlow;
  const [one, other] = [quickCalls(websites - slow, unknown, effort), slowCalls(slow)];
  return {
    calls: one.calls + other.calls,
    price: one.price + other.price,
    seconds: one.seconds + other.seconds,
  };
}

/**
 * Calls that audit what the pollers gather, several websites at once: each takes as long as they wait
 * for hosts in turns or as the processor is busy, whichever is longer, and until the last has ended.
 */
function quickCalls(websites: number, slowShare: number, effort: AuditEffort): AuditCalls {
  const perSecond = websites / (24 * SECONDS_AN_HOUR);
  const gathered = (perSecond * GATHERING.toSeconds()) / ASSUMED.pollers;
  const count = Math.min(BATCHES * audit.atOnce, Math.max(1, gathered));
  const one = ASSUMED.requests * 0.25 + ASSUMED.answersSeconds;
  const computes = count * (effort.siteSeconds + effort.threadSeconds / SITES_A_THREAD);
  const busy = secondsOf({ memoryMb: audit.memoryMb, waits: 0, computes });
  const inTurns = count <= audit.atOnce ? 0 : (count / audit.atOnce) * one;
  const quick = { memoryMb: audit.memoryMb, waits: Math.max(0, inTurns - busy) + one, computes };
  const seconds = secondsOf(quick);
  const kept = Math.max(seconds, ASSUMED.slowSeconds);
  const isKept = 1 - (1 - slowShare) ** count;
  const waits = quick.waits + isKept * (kept - seconds);
  return monthOf((websites * 30) / count, { ...quick, waits });
}

/** Calls that audit the slow websites of an hour, which fall due together, as many at once as there are. */
function slowCalls(websites: number): AuditCalls {
  const due = websites / 24;
  const each = due / Math.min(ASSUMED.pollers, Math.max(1, due));
  const turns = Math.ceil(each / audit.atOnce);
  const gathers = due / each;
  const calls = HOURS_A_MONTH * gathers * Math.ceil(turns / SLOW_BATCHES);
  const waits = (HOURS_A_MONTH * gathers * turns * ASSUMED.slowSeconds) / calls || 0;
  return monthOf(calls || 0, { memoryMb: slowAudit.memoryMb, waits, computes: 0 });
}

function monthOf(calls: number, call: Call): AuditCalls {
  return { calls, price: lambdaPrice(calls, call), seconds: calls * secondsOf(call) };
}
