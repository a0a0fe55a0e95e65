import * as z from "zod/mini";
import { requireEnv } from "../../shared/env.ts";
import { memoryCache, remember } from "./analysers/cache.ts";
import type { DomainRegistry } from "./analysers/domainAge/analyseDomainAge.ts";
import { rdap } from "./analysers/domainAge/rdap.ts";
import type { ListingDirectory } from "./analysers/listings/directory.ts";
import { nominatim } from "./analysers/listings/nominatim.ts";
import type { SpeedSource } from "./analysers/speed/analyseSpeed.ts";
import { pageSpeedInsights } from "./analysers/speed/pageSpeedInsights.ts";
import { readSecret } from "./readSecret.ts";
import { tableCache } from "./tableCache.ts";
import { tablePace } from "./tablePace.ts";

/** A little more than the second that Nominatim's usage policy asks for. */
const NOMINATIM_PACE_MS = 1100;
/** So that a key that was replaced is used before long. */
const SECRET_SECONDS = 900;

/** The services of others that an audit asks; those that are absent are off. */
export interface Sources {
  speed?: SpeedSource;
  registry: DomainRegistry;
  directories: ListingDirectory[];
}

const secrets = memoryCache();

/** The services as the stage has them set, by environment variables. */
export function findSources(): Sources {
  const { PAGESPEED_SECRET_ARN: secretArn, NOMINATIM_URL: baseUrl } = process.env;
  const pace = tablePace("nominatim", NOMINATIM_PACE_MS);
  return {
    ...(secretArn ? { speed: speedSource(secretArn) } : {}),
    registry: rdap({ bootstrapUrl: requireEnv("RDAP_BOOTSTRAP_URL"), cache: tableCache }),
    directories: baseUrl ? [nominatim({ baseUrl, pace, cache: tableCache })] : [],
  };
}

/** A key that can't be read is a speed that can't be measured, and no more than that. */
function speedSource(secretArn: string): SpeedSource {
  return {
    async measure(url) {
      const key = await remember(secrets, {
        key: secretArn,
        schema: z.string(),
        find: () => readSecret(secretArn),
        secondsToKeep: () => SECRET_SECONDS,
      });
      return await pageSpeedInsights({ key }).measure(url);
    },
  };
}
