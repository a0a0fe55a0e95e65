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

/** The services of others that an audit asks; those that are absent are off. */
export interface Sources {
  speed?: SpeedSource;
  registry: DomainRegistry;
  directories: ListingDirectory[];
}

let sources: Promise<Sources> | undefined;

/** The services as the stage has them set, by environment variables; made once a container. */
export function findSources(): Promise<Sources> {
  sources ??= makeSources();
  sources.catch(() => {
    sources = undefined;
  });
  return sources;
}

async function makeSources(): Promise<Sources> {
  const {
    PAGESPEED_SECRET_ARN: secretArn,
    RDAP_BOOTSTRAP_URL: bootstrapUrl,
    NOMINATIM_URL: baseUrl,
  } = process.env;
  const pace = tablePace("nominatim", NOMINATIM_PACE_MS);
  return {
    ...(secretArn ? { speed: pageSpeedInsights({ key: await readSecret(secretArn) }) } : {}),
    registry: rdap({ cache: tableCache, ...(bootstrapUrl ? { bootstrapUrl } : {}) }),
    directories: baseUrl ? [nominatim({ baseUrl, pace, cache: tableCache })] : [],
  };
}
