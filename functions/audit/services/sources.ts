import { optionalEnv, requireEnv } from "../../../shared/env.ts";
import { tableCache } from "./answers.ts";
import type { ListingDirectory } from "./businessListing.ts";
import { nominatim, tablePace } from "./nominatim.ts";
import { pageSpeedBySecret, type SpeedSource } from "./pageSpeedInsights.ts";
import { type DomainRegistry, rdap } from "./rdap.ts";

/** A little more than the second that Nominatim's usage policy asks for. */
const NOMINATIM_PACE_MS = 1100;

/** The services of others that an audit asks; those that are absent are off. */
export interface Sources {
  speed?: SpeedSource;
  registry: DomainRegistry;
  directories: ListingDirectory[];
}

/** The services as the stage has them set, by environment variables. */
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
