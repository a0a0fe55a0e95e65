import { requireEnv } from "../../../shared/env.ts";
import { systemClock } from "../../../shared/time.ts";
import { readSandboxKey } from "../sandboxKey.ts";
import { callerHandler } from "./askOutside.ts";

export const handler = callerHandler({
  apiUrl: requireEnv("API_URL"),
  // A function URL ends with a slash.
  siteUrl: new URL(requireEnv("SITE_URL")).origin,
  readKey: readSandboxKey,
  clock: systemClock,
});
