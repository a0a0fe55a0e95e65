import { withClockCheck } from "../../../shared/platform/queues/receiveMessages.ts";
import { cleanUp } from "./cleanUp.ts";

export const handler = withClockCheck(cleanUp);
