import { optionalEnv, requireEnv } from "../../../shared/env.ts";
import { tableCache } from "../tableCache.ts";
import type { ListingDirectory } from "./businessListing.ts";
import { nominatim, tablePace } from "./nominatim.ts";
import { pageSpeedBySecret, type SpeedSource } from "./pageSpeedInsights.ts";
import { type DomainRegistry, rdap } from "./rdap.ts";

/** A little more than the second between requests that Nominatim's usage policy asks for. */
const NOMINATIM_PACE_MS = 1100;

/** The services of other companies that an audit asks; an absent one is off. */
export interface Sources {
  speed?: SpeedSource;
  registry: DomainRegistry;
  directories: ListingDirectory[];
}

/** The services that the environment variables of the stage name. */
export function findSources(): Sources {
  const secretArn = optionalEnv("PAGESPEED_SECRET_ARN");
  const baseUrl = optionalEnv("NOMINATIM_URL");
  const pace = tablePace("nominatim", NOMINATIM_PACE_MS);
  return {
    ...(secretArn ? { speed: pageSpeedBySecret({ secretArn }) } : {}),
    registry: rdap({ bootstrapUrl: requireEnv("RDAP_BOOTSTRAP_URL"), cache: tableCache }),
    directories: baseUrl ? [nominatim({ baseUrl, pace, cache: tableCache })] : [],
  };
}
