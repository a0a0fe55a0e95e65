import type { Cost } from "../../../support/cost.ts";
import { measureUnits as measureDeliveries } from "../deliveries/units.ts";
import { progress } from "../report.ts";
import { measureRound, measureUnits } from "../uptime/costOfCheck.ts";
import { withSites } from "../uptime/sites.ts";
import { measureAudits } from "./auditUnits.ts";
import { measureDeletion, measureShare } from "./deletionUnits.ts";
import { measureItemBytes } from "./itemBytes.ts";
import { logBytesOf } from "./logBytes.ts";
import { measureSchedule } from "./scheduleUnits.ts";

export type Units = Pick<Cost, "readUnits" | "writeUnits">;

const SITES = 100;

type Part =
  | ("tick" | "dueCheck" | "probe" | "dayOfFigures" | "hourOfList" | "dayOfList" | "failing")
  | ("separateCheck" | "transition")
  | ("firstAudit" | "audit" | "auditWithNews" | "delivery" | "deletion" | "look");

/** Units of the table for one piece of work of each part, bytes of its log lines, and bytes of stored items. */
export interface Measured {
  units: Record<Part, Units>;
  logBytes: Record<"round" | "audit", number>;
  itemBytes: Record<"day" | "feedItem" | "delivery" | "findings", number>;
}

/** What the real handlers take of the table, and write as log lines and items, each measured once. */
export async function measureUnitsOfAll(): Promise<Measured> {
  progress("  what monitoring costs of the table");
  const { uptime, roundLogBytes } = await withSites(async (urlsOf) => {
    const uptime = await measureUnits(urlsOf);
    return { uptime, roundLogBytes: await logBytesOf(() => measureRound(urlsOf(SITES))) };
  });
  const schedule = await measureSchedule();
  const { logBytes: auditLogBytes, ...audits } = await measureAudits();
  const [delivery] = (await measureDeliveries()).slice(1);
  if (!delivery) throw new Error("No delivery was measured");
  const [deletion, share] = [await measureDeletion(), await measureShare()];
  const itemBytes = await measureItemBytes();
  return {
    units: {
      tick: schedule.tick,
      dueCheck: schedule.check,
      probe: uptime.inRound,
      dayOfFigures: uptime.day,
      hourOfList: uptime.hourOfList,
      dayOfList: uptime.dayOfList,
      failing: uptime.fails,
      separateCheck: uptime.down,
      transition: uptime.transition,
      firstAudit: audits.first,
      audit: audits.later,
      auditWithNews: audits.summary,
      delivery: delivery.cost,
      deletion,
      look: share,
    },
    logBytes: { round: roundLogBytes, audit: auditLogBytes },
    itemBytes: {
      day: bytesOf(itemBytes, "uptimeDay"),
      feedItem: bytesOf(itemBytes, "feedItem"),
      delivery: bytesOf(itemBytes, "delivery"),
      findings: bytesOf(itemBytes, "websiteFindings"),
    },
  };
}

function bytesOf(itemBytes: Record<string, number>, entity: string): number {
  const bytes = itemBytes[entity];
  if (!bytes) throw new Error(`No ${entity} was stored`);
  return bytes;
}
