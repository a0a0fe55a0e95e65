import type { Context } from "aws-lambda";
import { handler } from "../../../functions/audit/index.ts";
import { sqsEvent } from "../../support/messages.ts";

const QUARTER_OF_AN_HOUR_MS = 900_000;

/** Hands messages to the audit function, which has so long for them. */
export function deliver(messages: unknown[], remainingMs = QUARTER_OF_AN_HOUR_MS) {
  const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
  return handler(sqsEvent(...messages), context);
}
