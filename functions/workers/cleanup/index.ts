import { withClockCheck } from "../../../shared/platform/queues/clockCheck.ts";
import { cleanUp } from "./cleanUp.ts";

export const handler = withClockCheck(cleanUp);
