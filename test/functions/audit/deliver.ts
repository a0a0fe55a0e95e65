import type { Context } from "aws-lambda";
import type { Sources } from "../../../functions/audit/analyser.ts";
import { type AuditSettings, auditHandler } from "../../../functions/audit/auditHandler.ts";
import { findSources } from "../../../functions/audit/auditInThread.ts";
import { uncrawled } from "../../../functions/audit/crawl/crawl.ts";
import { crawlAndAnalyse } from "../../../functions/audit/crawlAndAnalyse.ts";
import { PoliteClient } from "../../../functions/audit/pages/politeClient.ts";
import { sqsEvent } from "../../support/messages.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";

const QUARTER_OF_AN_HOUR_MS = 900_000;

export interface Delivery extends Partial<AuditSettings> {
  sources?: Sources;
  maxPages?: number;
  /** The time that the function has for the messages. */
  remainingMs?: number;
}

/** Does audits in this process. By default, pauses between requests pass at once. */
export function auditHere({
  clock = skippedPauses(),
  sources = findSources(),
  maxPages = 500,
}: Omit<Delivery, "audit"> = {}): AuditSettings["audit"] {
  return async (job, signal) => {
    const ended = Promise.withResolvers<never>();
    signal?.addEventListener("abort", () => ended.reject(signal.reason));
    const audit = crawlAndAnalyse(job, { client: new PoliteClient({ clock }), sources, maxPages });
    return await Promise.race([audit, ended.promise]);
  };
}

/** Delivers messages to an audit function. By default, its audits run in this process. */
export function deliver(
  messages: unknown[],
  { remainingMs = QUARTER_OF_AN_HOUR_MS, clock = skippedPauses(), ...settings }: Delivery = {},
) {
  const { sources: _, maxPages: __, audit = auditHere({ clock, ...settings }), ...own } = settings;
  const handler = auditHandler({ queue: "AUDIT_QUEUE_URL", ...own, clock, audit });
  const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
  return handler(sqsEvent(...messages), context);
}

/** An audit that reads a page and finds nothing, for tests of what happens around audits. */
export const quickAudit: AuditSettings["audit"] = async ({ check, unreadable }) => ({
  coverage: { ...uncrawled(check.hostname).coverage, pages: 1, found: 1 },
  ...{ durationMs: 1000, memory: { written: {}, ...check.memory }, materials: { headings: null } },
  analysis: { findings: {}, memory: {}, counts: {}, unchecked: [] },
  ...(unreadable !== undefined && { unreadable }),
});
