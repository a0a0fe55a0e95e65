import { usualSettings } from "../../../shared/webhooks/send.ts";
import { delivererHandler } from "./deliverEvents.ts";

export const handler = delivererHandler(usualSettings);
