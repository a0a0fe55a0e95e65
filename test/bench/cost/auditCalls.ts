import { SITES_A_THREAD } from "../../../functions/audit/auditInThread.ts";
import { BATCHES, GATHERING } from "../../../infra/audit.ts";
import { settingsFor } from "../../../infra/settings.ts";
import type { AuditEffort } from "../audit/auditMany.ts";
import { type Call, lambdaPrice, secondsOf } from "./prices.ts";

const SECONDS_A_DAY = 24 * 3600;
const { audit } = settingsFor("prod");

/** What can't be measured on one machine. */
const ASSUMED = {
  pages: 25,
  /** Requests of an audit to the website's own host, 250 ms apart: pages, images, robots.txt, sitemap. */
  requests: 50,
  /** Further waiting of an audit: for names, connections and the last answers. */
  answersSeconds: 0.8,
  /** Lambda's pollers, each of which gathers messages for its own calls. */
  pollers: 5,
};

export interface AuditCalls {
  calls: number;
  /** USD. */
  price: number;
  /** Duration of all calls together. */
  seconds: number;
}

/**
 * A month of calls that audit the websites that the pollers gather, several at once. A call lasts until its last
 * website is done: the time spent waiting for hosts, or the processor time, whichever is longer.
 */
export function auditCallsOf(websites: number, effort: AuditEffort): AuditCalls {
  const perSecond = websites / SECONDS_A_DAY;
  const gathered = (perSecond * GATHERING.toSeconds()) / ASSUMED.pollers;
  const count = Math.min(BATCHES * audit.atOnce, Math.max(1, gathered));
  const one = ASSUMED.requests * 0.25 + ASSUMED.answersSeconds;
  const computes = count * (effort.siteSeconds + effort.threadSeconds / SITES_A_THREAD);
  const busy = secondsOf({ memoryMb: audit.memoryMb, waits: 0, computes });
  const inTurns = count <= audit.atOnce ? 0 : (count / audit.atOnce) * one;
  const waits = Math.max(0, inTurns - busy) + one;
  const call: Call = { memoryMb: audit.memoryMb, waits, computes };
  const calls = (websites * 30) / count;
  return { calls, price: lambdaPrice(calls, call), seconds: calls * secondsOf(call) };
}
