import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { followSubscriptions } from "./followSubscriptions.ts";

export const handler = withClockCheck(followSubscriptions);
