import { withClockCheck } from "../../../shared/platform/queues/receiveMessages.ts";
import { followSubscriptions } from "./followSubscriptions.ts";

export const handler = withClockCheck(followSubscriptions);
