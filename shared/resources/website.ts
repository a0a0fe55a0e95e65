import type * as z from "zod/mini";
import type { WebsiteRecord } from "../entities/website.ts";
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
