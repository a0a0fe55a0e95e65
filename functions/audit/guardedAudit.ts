import { PUT_OFF_SHARD } from "../../shared/checks/schedule.ts";
import { requireEnv } from "../../shared/env.ts";
import { guarded, TooExpensive } from "../../shared/guarded.ts";
import { log } from "../../shared/log.ts";
import { PoliteClient } from "../../shared/pages/politeClient.ts";
import { TOO_EXPENSIVE } from "./readability.ts";
import { type Audit, type AuditJob, runAudit } from "./runAudit.ts";
import { findSources } from "./services/sources.ts";

/** A website of 500 pages of 30 kB takes a tenth of it. */
const PROCESSOR_MS = 60_000;
export const HEAP_MB = 112;
/** A thread that is kept need not load the bundle again, which takes longer than an audit of 25 pages. */
export const SITES_A_THREAD = 50;

/** An audit with the services as the stage has them set, in a thread of its own. */
export const auditInThread = guarded({
  file: import.meta.filename,
  name: "audit",
  processorMs: PROCESSOR_MS,
  heapMb: HEAP_MB,
  perThread: SITES_A_THREAD,
  // Once it was the largest, and ended for the others.
  endsLast: ({ check }) => check.shard === PUT_OFF_SHARD,
  run: (job: AuditJob) =>
    runAudit(job, {
      client: new PoliteClient(),
      sources: findSources(),
      maxPages: Number(requireEnv("AUDIT_MAX_PAGES")),
    }),
});

/**
 * Does an audit whatever the website is made of: where that takes too much, it is audited without
 * its pages, and said to be unreadable.
 */
export async function auditWithin(
  audit: (job: AuditJob) => Promise<Audit>,
  job: AuditJob,
): Promise<Audit> {
  try {
    return await audit(job);
  } catch (error) {
    if (!(error instanceof TooExpensive) || job.unreadable !== undefined) throw error;
    const { uuid: website_uuid, hostname } = job.check;
    log("warn", "a website is too expensive to read", {
      website_uuid,
      hostname,
      reason: error.message,
    });
    return await audit({ ...job, unreadable: TOO_EXPENSIVE });
  }
}
