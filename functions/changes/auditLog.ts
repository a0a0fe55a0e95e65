import { putEntry } from "../../shared/auditLog/entries.ts";
import { entriesOf } from "./auditEntries.ts";
import { perRecord } from "./part.ts";

/** Adds to the audit log who changed what. */
export const auditLog = perRecord(async (change) => {
  for (const entry of entriesOf(change)) await putEntry(entry);
});
