import { HABITS } from "./habits.ts";
import { amount, GB, type Line, type Load } from "./load.ts";
import { LAMBDA_LINES_BYTES } from "./logBytes.ts";
import type { Measured } from "./measured.ts";
import { PRICES } from "./prices.ts";
import { alarmsPrice, type StackParts } from "./stackParts.ts";

/** The functions' own metrics, by function: each name counts once. */
const METRICS: Record<string, string[]> = {
  rounds: ["LatenessSeconds", "Rounds", "Checks", "Failures", "Refusals", "UnansweredInTime"],
  uptime: ["LatenessSeconds", "Checks", "Failures", "FeedItems"],
  audit: ["LatenessSeconds", "Checks", "Failures", "FeedItems", "Postponed"],
  slowAudit: ["LatenessSeconds", "Checks", "Failures", "FeedItems", "Postponed"],
  competitorReader: ["Failures"],
};
/** Written only when something is wrong, for an hour: UptimeRoundsDiscarded, ProbesUnanswered, ThrottledCalls … */
const RARE_METRICS = 8;

/** CloudWatch and X-Ray. */
export function watchingLines(load: Load, { logBytes }: Measured, parts: StackParts): Line[] {
  const { roundCalls, ownCalls, audits, auditCalls, deliveries, changes } = load;
  const apiCalls = load.apiCalls + load.looks;
  const calls = roundCalls + ownCalls + auditCalls.calls + deliveries + changes + apiCalls;
  const gb =
    (calls * LAMBDA_LINES_BYTES +
      (roundCalls + ownCalls) * logBytes.round +
      audits * logBytes.audit +
      apiCalls * HABITS.callLogBytes) /
    GB;
  const names = Object.entries(METRICS);
  const count = names.flatMap(([, all]) => all).length;
  return [
    {
      name: "CloudWatch: logs",
      usd: gb * PRICES.logGb,
      from: `${amount(gb)} GB: ${amount(calls)} calls of ${LAMBDA_LINES_BYTES} bytes, ${Math.round(logBytes.round)} a call of uptime, ${Math.round(logBytes.audit)} an audit, ${HABITS.callLogBytes} a call of the API`,
    },
    {
      name: "CloudWatch: stored logs",
      usd: gb * HABITS.logMonths * HABITS.logCompression * PRICES.storedLogGb,
      from: "90 days, compressed",
    },
    {
      name: "CloudWatch: metrics",
      usd: count * PRICES.metric + (RARE_METRICS * PRICES.metric) / 30,
      from: `${count} names: ${names.map(([name, all]) => `${name} ${all.length}`).join(", ")}; ${RARE_METRICS} more on one day in thirty`,
    },
    {
      name: "CloudWatch: alarms",
      usd: alarmsPrice(parts),
      from: `${parts.alarmMetrics} metrics and ${parts.compositeAlarms} areas of the template`,
    },
    {
      name: "CloudWatch: dashboard",
      usd: parts.dashboards * PRICES.dashboard,
      from: `${parts.dashboards}`,
    },
    {
      name: "X-Ray",
      usd: 0,
      from: parts.isTraced ? "not counted, although functions are traced" : "no function is traced",
    },
  ];
}
