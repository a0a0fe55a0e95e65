import { readUptimeMemory, uptimePercentage } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { command } from "./command.ts";
import { requireWebsiteChecks, website } from "./website.ts";

/** The checks of a website: whether they are done, when they are due next, and what the last ones found. */
export const listChecks = command({ website }, async ({ website }) => {
  const { checks, enabled } = await requireWebsiteChecks(website);
  return (
    checks
      .map((check) => ({
        kind: check.kind,
        enabled: enabled.includes(check.kind),
        due_at: check.due_at,
        ...describeUptime(check),
        results: check.results.map(({ at, outcome, duration }) => {
          return { at, outcome, duration_ms: duration };
        }),
      }))
      // Uptime first.
      .toReversed()
  );
});

function describeUptime(check: CheckRecord) {
  if (check.kind !== "uptime") return { state: null, uptime_percentage: null };
  const uptime = readUptimeMemory(check);
  const isChecked = uptime.first_checked_at !== undefined;
  return {
    state: uptime.state,
    uptime_percentage: isChecked ? uptimePercentage(uptime, Math.floor(Date.now() / 1000)) : null,
  };
}
