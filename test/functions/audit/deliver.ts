import type { Context } from "aws-lambda";
import { type AuditSettings, auditHandler } from "../../../functions/audit/index.ts";
import { findSources } from "../../../functions/audit/services/sources.ts";
import { sqsEvent } from "../../support/messages.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";

const QUARTER_OF_AN_HOUR_MS = 900_000;

export interface Delivery extends Partial<AuditSettings> {
  /** What the function has for the messages. */
  remainingMs?: number;
}

/** Brings messages to an audit function; unless told, its pauses between requests pass at once. */
export function deliver(
  messages: unknown[],
  { remainingMs = QUARTER_OF_AN_HOUR_MS, ...settings }: Delivery = {},
) {
  const handler = auditHandler({
    clock: skippedPauses(),
    sources: findSources(),
    maxPages: 500,
    ...settings,
  });
  const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
  return handler(sqsEvent(...messages), context);
}
