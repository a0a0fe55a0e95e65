import { systemClock } from "../../../shared/platform/time.ts";
import { auditHandler } from "./auditHandler.ts";
import { auditInThread } from "./crawlAndExamine.ts";

/** Audits websites that are due. */
export const handler = auditHandler({ clock: systemClock, audit: auditInThread });
