import type { Context } from "aws-lambda";
import { auditHandler } from "../../../functions/workers/audit/auditHandler.ts";
import { crawlAndExamine } from "../../../functions/workers/audit/crawlAndExamine.ts";
import { uncrawled } from "../../../shared/audit/crawl/crawl.ts";
import { PoliteClient } from "../../../shared/audit/pages/politeClient.ts";
import { findSources, type Sources } from "../../../shared/audit/services/sources.ts";
import { sqsEvent } from "../../support/messages.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";

/** The function's time-out. */
const TIMEOUT_MS = 540_000;

type AuditSettings = Parameters<typeof auditHandler>[0];

export interface Delivery extends Partial<AuditSettings> {
  sources?: Sources;
  maxPages?: number;
  /** The time that the function has for the messages. */
  remainingMs?: number;
  /** How often the messages were received, this time included. */
  receives?: number;
}

/** Does audits in this process. By default, pauses between requests pass at once. */
export function auditHere({
  clock = skippedPauses(),
  sources = findSources(),
  maxPages = 500,
}: Omit<Delivery, "audit"> = {}): AuditSettings["audit"] {
  return (job) => crawlAndExamine(job, { client: new PoliteClient({ clock }), sources, maxPages });
}

/** Delivers messages to an audit function. By default, its audits run in this process. */
export function deliver(
  messages: unknown[],
  { remainingMs = TIMEOUT_MS, receives = 1, clock = skippedPauses(), ...settings }: Delivery = {},
) {
  const { sources: _, maxPages: __, audit = auditHere({ clock, ...settings }), ...own } = settings;
  const handler = auditHandler({ ...own, clock, audit });
  const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
  const event = sqsEvent(...messages);
  for (const { attributes } of event.Records) attributes.ApproximateReceiveCount = String(receives);
  return handler(event, context);
}

/** An audit that reads a page and finds nothing, for tests of what happens around audits. */
export const quickAudit: AuditSettings["audit"] = async ({ check, unreadable }) => ({
  coverage: { ...uncrawled(check.hostname).coverage, pages: 1, addresses: 1 },
  ...{ durationMs: 1000, items: [], memory: { written: {}, ...check.memory } },
  ...(unreadable !== undefined && { unreadable }),
});
