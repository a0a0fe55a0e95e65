import { requireEnv } from "../../../shared/env.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSandboxKey } from "../sandboxKey.ts";
import { siteHandler } from "./answerVisit.ts";

export const handler = siteHandler({
  apiUrl: requireEnv("API_URL"),
  readKey: readSandboxKey,
  clock: systemClock,
});
