import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { recordFeedback } from "./recordFeedback.ts";

export const handler = withClockCheck(recordFeedback);
