import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { systemClock } from "../../../shared/time.ts";
import { auditHandler } from "../auditHandler.ts";
import { auditInThread } from "../auditInThread.ts";

/** Audits websites that take long, so that the others do not wait for them. */
export const handler = withClockCheck(
  auditHandler({ clock: systemClock, audit: auditInThread, queue: "SLOW_AUDIT_QUEUE_URL" }),
);
