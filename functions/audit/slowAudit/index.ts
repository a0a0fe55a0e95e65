import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { auditHandler } from "../auditHandler.ts";
import { auditInThread } from "../auditInThread.ts";

/** Audits websites that take long, so that the others do not wait for them. */
export const handler = atDoor(
  auditHandler({ clock: systemClock, audit: auditInThread, queue: "SLOW_AUDIT_QUEUE_URL" }),
);
