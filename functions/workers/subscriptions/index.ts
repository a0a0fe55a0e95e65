import { withClockCheck } from "../../../shared/platform/queues/clockCheck.ts";
import { followSubscriptions } from "./followSubscriptions.ts";

export const handler = withClockCheck(followSubscriptions);
