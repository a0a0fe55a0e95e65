import { type AuditEffort, measureAuditEffort } from "./audit/auditMany.ts";
import { ASSUMED as AUDITS, auditCallsOf } from "./cost/auditCalls.ts";
import { endpointCost } from "./cost/endpointCost.ts";
import { idempotencyCost } from "./cost/idempotencyCost.ts";
import type { Section } from "./report.ts";

/** The cost in USD of API calls, and of audits with slow websites among them. */
export async function measure(): Promise<Section[]> {
  const endpoints = await endpointCost();
  const keys = await idempotencyCost();
  return [endpoints, keys, slowCost(await measureAuditEffort())];
}

const SHARES = [0, 0.01, 0.05];
const SIZES = [1000, 100_000, 1_000_000];

/** What slow websites add to the cost of audits, mixed with the others and in calls of their own. */
function slowCost(effort: AuditEffort): Section {
  const usd = (websites: number, slowShare: number, isMixed: boolean) =>
    auditCallsOf(websites, effort, { slowShare, isMixed }).price.toFixed(2);
  return {
    title: "USD a month of Lambda for an audit a day, where some websites take their seven minutes",
    columns: ["slow", ...SIZES.map((size) => `${size.toLocaleString("en")} websites`)],
    rows: SHARES.flatMap((share) =>
      (share === 0 ? [false] : [true, false]).map((isMixed) => [
        `${share * 100} %${share === 0 ? "" : isMixed ? ", beside the others" : ", by themselves"}`,
        ...SIZES.map((size) => usd(size, share, isMixed)),
      ]),
    ),
    notes: [
      `One in ${Math.round(1 / AUDITS.newlySlow)} of the slow ones was quick the day before, and is audited beside quick ones; the others are due`,
      `on the hour, and share a call as far as ${AUDITS.pollers} pollers gather them.`,
    ],
  };
}
