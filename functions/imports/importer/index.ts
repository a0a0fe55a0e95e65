import { withClockCheck } from "../../../shared/queues/clockCheck.ts";
import { importFiles } from "./importFiles.ts";

export const handler = withClockCheck(importFiles);
