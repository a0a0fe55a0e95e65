import { optionalEnv, requireEnv } from "../../platform/env.ts";
import { readSecret } from "../../platform/secret.ts";
import type { ListingDirectory } from "./businessListing.ts";
import { nominatim } from "./nominatim.ts";
import { pageSpeedInsights, type SpeedSource } from "./pageSpeedInsights.ts";
import { type DomainRegistry, rdap } from "./rdap.ts";

/** The external services that an audit uses. An absent one is off. */
export interface Sources {
  speed?: SpeedSource;
  registry: DomainRegistry;
  /** The directory in which the business is looked up. */
  directory?: ListingDirectory;
}

/** The services that the stage configures by environment variables. */
export function findSources(): Sources {
  const secretArn = optionalEnv("PAGESPEED_SECRET_ARN");
  const baseUrl = optionalEnv("NOMINATIM_URL");
  return {
    ...(secretArn && { speed: pageSpeedInsights({ findKey: () => readSecret(secretArn) }) }),
    registry: rdap(requireEnv("RDAP_BOOTSTRAP_URL")),
    ...(baseUrl && { directory: nominatim(baseUrl) }),
  };
}
