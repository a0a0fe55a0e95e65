import type { WebsiteRecord } from "../../shared/entities/website.ts";

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
