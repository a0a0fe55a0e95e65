import type { CheckRecord, CheckResult } from "../../shared/entities/check.ts";
import { readUptime } from "../monitoring/bucketHours.ts";
import { findLastProbes, findNextProbe } from "../monitoring/lastProbes.ts";
import { uptimePercentage } from "../monitoring/uptimePercentage.ts";
import { command } from "./command.ts";
import { requireWebsiteChecks, website } from "./website.ts";

const SHOWN_PROBES = 24;

/** Lists the checks of a website: whether they are enabled, when they are due, and the last results. */
export const listChecks = command({ website }, async ({ website }) => {
  const { checks, enabled } = await requireWebsiteChecks(website);
  const described = checks.map(async (check) => ({
    kind: check.kind,
    enabled: enabled.includes(check.kind),
    ...(check.kind === "uptime" ? await describeUptime(check) : describeAudit(check)),
  }));
  // Uptime first.
  return (await Promise.all(described)).toReversed();
});

async function describeUptime(check: CheckRecord<"uptime">) {
  const [memory, probes] = await Promise.all([readUptime(check), findLastProbes(check)]);
  return {
    due_at: await findNextProbe(check),
    state: memory.state,
    uptime_percentage: uptimePercentage(memory, Date.now() / 1000) ?? null,
    results: present(probes.slice(0, SHOWN_PROBES)),
  };
}

function describeAudit({ due_at, results }: CheckRecord<"audit">) {
  return { due_at, state: null, uptime_percentage: null, results: present(results) };
}

function present(results: CheckResult[]) {
  return results.map(({ at, outcome, duration }) => ({ at, outcome, duration_ms: duration }));
}
