import type { WebsiteRecord } from "./entities/website.ts";
import { timestamp } from "./time.ts";
import { newUuid } from "./uuid.ts";

type Given = Pick<WebsiteRecord, "reseller_uuid" | "business_uuid" | "sequence" | "hostname">;

/** A website that no check has looked at yet. */
export function newWebsite(given: Given): WebsiteRecord {
  const now = timestamp();
  return {
    ...given,
    uuid: newUuid(),
    revision: 1,
    is_hostname_up: true,
    created_at: now,
    updated_at: now,
  };
}
