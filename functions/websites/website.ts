import * as z from "zod/mini";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { hostname } from "../../shared/fields/fields.ts";

/** The body of a website (section 4.2 of the specification). */
export const websiteBody = z.object({ hostname });

/** A website as section 2.5 of the specification shows it. */
export function presentWebsite(website: WebsiteRecord) {
  return {
    uuid: website.uuid,
    hostname: website.hostname,
    business_uuid: website.business_uuid,
    created_at: website.created_at,
    updated_at: website.updated_at,
    is_hostname_up: website.is_hostname_up,
  };
}
