import type * as z from "zod/mini";
import { Business, type BusinessRecord } from "../entities/business.ts";
import type { WebsiteRecord } from "../entities/website.ts";
import { presentCause } from "../reasons.ts";
import { batchGetWith, lookup } from "../table/batch.ts";
import type { accountWebsiteSchema, websiteStateSchema } from "./accountSchemas.ts";
import { presentWebsite } from "./website.ts";

export type AccountWebsite = z.output<typeof accountWebsiteSchema>;

/** A website with its customer and all that is known of its state. */
export function presentState(website: WebsiteRecord): z.output<typeof websiteStateSchema> {
  const { is_hostname_up, down_since, down_cause, unstable_since = null } = website;
  const isKnown = !is_hostname_up && down_since !== undefined;
  return {
    ...presentWebsite(website),
    user_uuid: website.user_uuid ?? null,
    sequence: website.revision,
    state: website.state,
    is_checked_yet: !website.awaits_probe,
    is_paused: website.paused_since !== undefined,
    downtime: isKnown ? { began_at: down_since, ...presentCause(down_cause) } : null,
    unstable_since,
  };
}

const NO_FINDINGS = { error: 0, warning: 0, info: 0 };

/** Websites of a reseller as a list shows them. */
export async function presentAccountWebsites(records: WebsiteRecord[]): Promise<AccountWebsite[]> {
  const businesses = await readBusinessesOf(records);
  return records.map((website) => ({
    ...presentState(website),
    business_name: businesses.get(website.business_uuid)?.name ?? null,
    response_ms: null,
    uptime_30_days: null,
    observed_seconds: 0,
    last_24_hours: Array(24).fill(null),
    open_findings: website.open_findings ?? NO_FINDINGS,
    certificate_expires_at: website.certificate_expires_at ?? null,
  }));
}

/** The businesses of websites, each read once, at half the units: a name may be a second old. */
async function readBusinessesOf(records: WebsiteRecord[]): Promise<Map<string, BusinessRecord>> {
  const keys = new Map(
    records.map(({ reseller_uuid, business_uuid: uuid }) => [uuid, { reseller_uuid, uuid }]),
  );
  const found = await batchGetWith(
    { consistent: false },
    ...[...keys.values()].map((key) => lookup<BusinessRecord>(Business, key)),
  );
  return new Map(found.flatMap((business) => (business ? [[business.uuid, business]] : [])));
}
