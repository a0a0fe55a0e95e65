import { withClockCheck } from "../../shared/queues/clockCheck.ts";
import { cleanUp } from "./cleanUp.ts";

export const handler = withClockCheck(cleanUp);
