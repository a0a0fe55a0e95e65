import { usualSettings } from "../../../shared/webhooks/send.ts";
import { retrierHandler } from "./sendDue.ts";

export const handler = retrierHandler(usualSettings);
