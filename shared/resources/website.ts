import type * as z from "zod/mini";
import type { WebsiteRecord } from "../entities/website.ts";
import { presentCause } from "../vocabulary/reasons.ts";
import type { websiteStateSchema } from "./accountSchemas.ts";
import type { websiteSchema } from "./schemas.ts";

/** A website as section 2.5 of the specification shows it. */
export function presentWebsite(website: WebsiteRecord): z.output<typeof websiteSchema> {
  return {
    uuid: website.uuid,
    hostname: website.hostname,
    business_uuid: website.business_uuid,
    created_at: website.created_at,
    updated_at: website.updated_at,
    is_hostname_up: website.is_hostname_up,
  };
}

/** A website with its customer and all that is known of its state. */
export function presentState(website: WebsiteRecord): z.output<typeof websiteStateSchema> {
  const { is_hostname_up, down_since, down_cause, unstable_since = null } = website;
  const { address = null, duration = null, regions } = website.down_probe ?? {};
  const isKnown = !is_hostname_up && down_since !== undefined;
  return {
    ...presentWebsite(website),
    user_uuid: website.user_uuid,
    sequence: website.revision,
    state: website.state,
    is_checked_yet: !website.awaits_probe,
    is_paused: website.paused_since !== undefined,
    downtime: isKnown
      ? {
          ...{ began_at: down_since, ...presentCause(down_cause), address },
          duration_ms: duration,
          seen_from: regions ? { regions_count: regions.down, asked_count: regions.asked } : null,
        }
      : null,
    unstable_since,
  };
}
