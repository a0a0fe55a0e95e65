import { atDoor } from "../../../shared/queues/atDoor.ts";
import { systemClock } from "../../../shared/time.ts";
import { auditInThread } from "../auditInThread.ts";
import { auditHandler } from "../index.ts";

/** Audits the websites that take long, many at once, so that they keep no quick one waiting. */
export const handler = atDoor(
  auditHandler({
    clock: systemClock,
    audit: auditInThread,
    queue: "SLOW_AUDIT_QUEUE_URL",
  }),
);
