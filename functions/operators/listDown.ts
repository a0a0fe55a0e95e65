import * as z from "zod/mini";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { timestamp } from "../../shared/time.ts";
import { readUptimeMemory } from "../monitoring/uptimeMemory.ts";
import { after, command } from "./command.ts";
import { reseller_uuid } from "./naming.ts";
import { requireReseller } from "./reseller.ts";
import { searchGroup } from "./searchIndex.ts";

const LIMIT = 50;

/**
 * Lists the websites that are shown as down, of one reseller or all; `after` takes the `next` of the
 * page before. May miss a website that went down within the last second.
 */
export const listDown = command(
  { reseller_uuid: z.optional(reseller_uuid), after },
  async ({ reseller_uuid, after }) => {
    if (reseller_uuid !== undefined) await requireReseller(reseller_uuid);
    const page = { reseller_uuid, after, limit: LIMIT };
    const { records, next } = await searchGroup<"website">("down", page);
    const checks = await batchGet(
      ...records.map(({ record: { reseller_uuid, uuid } }) =>
        lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
      ),
    );
    const down = records.map(({ record: { uuid, hostname, reseller_uuid } }, index) => {
      return { uuid, hostname, ...describeDown(checks[index]), reseller_uuid };
    });
    return { down, next: next ?? null };
  },
);

function describeDown(check: CheckRecord<"uptime"> | undefined) {
  const since = check && readUptimeMemory(check).since;
  return {
    since: since === undefined ? null : timestamp(new Date(since * 1000)),
    outcome: check?.results[0]?.outcome ?? null,
  };
}
