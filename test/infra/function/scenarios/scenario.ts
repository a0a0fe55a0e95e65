import { randomInt } from "node:crypto";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import type { MonitorRecord } from "../../../../shared/entities/monitor.ts";
import { dueShard } from "../../../../shared/entities/scheduleCursor.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { putInterval } from "../../../support/buckets.ts";
import { logProbes, storeMonitor } from "../../../support/monitoring.ts";

/** Makes what a function needs, and returns all that the function can do. */
export type Scenario = () => Promise<() => Promise<unknown>>;

type Site = Pick<CheckRecord, "reseller_uuid" | "business_uuid" | "uuid"> & { hostname?: string };

/** An audit that is due, of a website that is probed in rounds of an interval of its own. */
export async function makeCheck({ hostname = "example.com", ...site }: Site, more = {}) {
  const due_at = timestamp(new Date(Date.now() - 3_600_000));
  const check = { ...site, hostname, shard: dueShard(site.uuid), due_at, results: [], memory: {} };
  const audit = (await Check.put({ ...check, kind: "audit", ...more }).go()).data;
  return { ...audit, ...(await makeMonitored({ ...site, hostname })) };
}

/** Stores a website that failed a day ago, whose figures of that day are not written yet. */
export async function makeMonitored(
  { hostname = "example.com", ...site }: Site,
  more: Partial<Pick<MonitorRecord, "uptime">> & { mode?: "separate" } = {},
) {
  const minutes = randomInt(700, 1440);
  const bucket = { minutes, depth: 0, number: 0 };
  await putInterval(minutes);
  const { mode = "rounds", ...others } = more;
  await storeMonitor(site, { target: { minutes, hostname, url: hostname, mode }, ...others });
  const at = Math.floor(Date.now() / 1000) - 86_400;
  await logProbes(
    site.uuid,
    [
      [at, "down"],
      [at + 60, "up"],
    ],
    bucket,
  );
  return { bucket };
}
