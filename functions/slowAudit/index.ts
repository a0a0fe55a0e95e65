import { atDoor } from "../../shared/queues/atDoor.ts";
import { systemClock } from "../../shared/time.ts";
import { auditInThread } from "../audit/guardedAudit.ts";
import { auditHandler } from "../audit/index.ts";

/** Audits the websites that take long, many at once, which nobody's quick one waits for. */
export const handler = atDoor(
  auditHandler({
    clock: systemClock,
    audit: auditInThread,
    queue: "SLOW_AUDIT_QUEUE_URL",
  }),
);
