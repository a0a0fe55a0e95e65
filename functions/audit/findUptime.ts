import { readUptimeMemory, uptimePercentage } from "../../shared/checks/uptime.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";

/** The uptime percentage that a website's uptime checks come to; 100 before the first one. */
export async function findUptime({ reseller_uuid, uuid }: CheckRecord, now: Date): Promise<number> {
  const { data } = await Check.get({ reseller_uuid, uuid, kind: "uptime" }).go();
  return data ? uptimePercentage(readUptimeMemory(data), now.getTime() / 1000) : 100;
}
