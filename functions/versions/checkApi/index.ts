import { systemClock } from "../../../shared/time.ts";
import { versionHandler } from "../checkVersion.ts";
import { apiCheck } from "./checkRequests.ts";

export const handler = versionHandler(apiCheck(systemClock));
