import { HEAP_MB } from "../../../shared/audit/limits.ts";
import { PoliteClient } from "../../../shared/audit/pages/politeClient.ts";
import { inThread } from "../../../shared/audit/pages/threads.ts";
import { findSources } from "../../../shared/audit/services/sources.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import type { DoAudit } from "./auditWebsite.ts";
import { type AuditJob, crawlAndExamine } from "./crawlAndExamine.ts";

/**
 * A thread is terminated this long after its audit's deadline. The audit itself keeps the deadline, unless its code is
 * stuck.
 */
const GRACE_MS = 10_000;

/** Runs an audit in a thread with limits, with the services that the stage configures. */
export const auditInThread: DoAudit = inThread({
  file: import.meta.filename,
  name: "audit",
  heapMb: HEAP_MB,
  // An audit that skips the pages takes a moment, but may start as late as the deadline.
  deadline: ({ deadline, unreadable }: AuditJob) =>
    deadline + (unreadable === undefined ? 1 : 2) * GRACE_MS,
  run: (job: AuditJob, report) =>
    crawlAndExamine(job, {
      client: new PoliteClient(),
      sources: findSources(),
      maxPages: Number(requireEnv("AUDIT_MAX_PAGES")),
      onPage: report,
    }),
});
