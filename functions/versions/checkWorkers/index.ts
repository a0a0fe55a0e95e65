import { systemClock } from "../../../shared/time.ts";
import { versionHandler } from "../checkVersion.ts";
import { workerCheck } from "./checkMessages.ts";

export const handler = versionHandler(workerCheck(systemClock));
