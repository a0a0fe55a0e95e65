import * as z from "zod/mini";
import type { WebsiteRecord } from "../entities/website.ts";
import { time, uuid } from "./common.ts";

/** A website as section 2.5 of the specification shows it. */
export const websiteSchema = z.strictObject({
  uuid,
  hostname: z.string(),
  business_uuid: uuid,
  created_at: time,
  updated_at: time,
  is_hostname_up: z.boolean(),
});

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
