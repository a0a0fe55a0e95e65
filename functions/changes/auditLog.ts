import { putEntry } from "../../shared/auditLog/entries.ts";
import { AUDIT_LOG_LATENESS, putMetrics } from "../../shared/metrics.ts";
import { entriesOf } from "./auditEntries.ts";
import { type Part, perRecord } from "./part.ts";

/** Adds to the audit log who changed what. */
export const auditLog: Part = async (changes, clock) => {
  const late: number[] = [];
  const follow = perRecord(async (change) => {
    for (const entry of entriesOf(change)) {
      await putEntry(entry);
      late.push(Math.max(0, (clock.now() - change.at.getTime()) / 1000));
    }
  });
  const failed = await follow(changes, clock);
  putMetrics({ [AUDIT_LOG_LATENESS]: late });
  return failed;
};
