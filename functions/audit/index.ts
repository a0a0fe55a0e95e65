import { atDoor } from "../../shared/queues/atDoor.ts";
import { systemClock } from "../../shared/time.ts";
import { auditHandler } from "./auditHandler.ts";
import { auditInThread } from "./auditInThread.ts";

/** Audits websites that are due. */
export const handler = atDoor(
  auditHandler({ clock: systemClock, audit: auditInThread, queue: "AUDIT_QUEUE_URL" }),
);
