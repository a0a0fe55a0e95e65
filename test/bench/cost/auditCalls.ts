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
  /** Requests of an audit to the website's own host, 250 ms apart: pages, images, robots.txt, sitemap. */
  requests: 50,
  /** Further waiting of an audit: for names, connections and the last answers. */
  answersSeconds: 0.8,
  /** Lambda's pollers, each of which gathers messages for its own calls. */
  pollers: 5,
  /** The duration of an audit that takes all of its time. */
  slowSeconds: 420,
  /** The share of slow websites that were quick the day before, and are audited among quick ones. */
  newlySlow: 1 / 30,
};

export interface AuditCalls {
  calls: number;
  /** USD. */
  price: number;
  /** Duration of all calls together. */
  seconds: number;
}

/** A month of audits of a number of websites, with slow ones among the others or in calls of their own. */
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
 * Calls that audit the websites that the pollers gather, several at once. A call lasts until its last website
 * is done: the time spent waiting for hosts, or the processor time, whichever is longer.
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
