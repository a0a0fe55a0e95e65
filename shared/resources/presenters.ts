import type * as z from "zod/mini";
import type { ApiKeyRecord } from "../entities/apiKey.ts";
import type { AuditLogEntryRecord } from "../entities/auditLogEntry.ts";
import type { CompetitorRecord } from "../entities/competitor.ts";
import type { FeedItemRecord } from "../entities/feedItem.ts";
import type { PlanRecord } from "../entities/plan.ts";
import type { UserRecord } from "../entities/user.ts";
import type { WebsiteRecord } from "../entities/website.ts";
import type { Actor } from "../vocabulary/actor.ts";
import { hasFeature, type PlanFeature, planFeatures } from "../vocabulary/planFeatures.ts";
import { presentCause } from "../vocabulary/reasons.ts";
import type { websiteStateSchema } from "./accountSchemas.ts";
import type { auditLogEntrySchema } from "./auditLogSchemas.ts";
import type { feedItemSchema } from "./monitoringSchemas.ts";
import type { competitorSchema, planSchema, userSchema, websiteSchema } from "./schemas.ts";

/** @file Presenters: each picks what the API shows of a stored record. */

/** A user as section 2.1 of the specification shows it, with its uuid. */
export function presentUser(user: UserRecord): z.output<typeof userSchema> {
  return {
    uuid: user.uuid,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    avatar: user.avatar ?? null,
    language_preference: user.language_preference,
    country_code: user.country_code,
    suspended_at: user.suspended_at ?? null,
    created_at: user.created_at,
    updated_at: user.updated_at ?? null,
  };
}

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

/** A competitor as section 2.6 of the specification shows it. */
export function presentCompetitor(competitor: CompetitorRecord): z.output<typeof competitorSchema> {
  return {
    uuid: competitor.uuid,
    name: competitor.name,
    hostname: competitor.hostname,
    industry: competitor.industry,
    address_line_1: competitor.address_line_1,
    address_line_2: competitor.address_line_2,
    address_line_3: competitor.address_line_3,
    city: competitor.city,
    county: competitor.county,
    country_code: competitor.country_code,
    postcode: competitor.postcode,
    phone_number: competitor.phone_number,
    business_uuid: competitor.business_uuid,
    created_at: competitor.created_at,
    updated_at: competitor.updated_at,
  };
}

/** A plan with every switch. `defaultPlanUuid` is the default plan of its reseller. */
export function presentPlan(
  plan: PlanRecord,
  defaultPlanUuid: string | undefined,
): z.output<typeof planSchema> {
  const switches = planFeatures.map((feature) => [feature, hasFeature(plan, feature)]);
  return {
    uuid: plan.uuid,
    reseller_uuid: plan.reseller_uuid,
    name: plan.name,
    is_default: plan.uuid === defaultPlanUuid,
    ...(Object.fromEntries(switches) as Record<PlanFeature, boolean>),
    created_at: plan.created_at,
    updated_at: plan.updated_at,
  };
}

/** A feed item as section 2.8 of the specification shows it. */
export function presentFeedItem(item: FeedItemRecord): z.output<typeof feedItemSchema> {
  return {
    uuid: item.uuid,
    business_uuid: item.business_uuid,
    website_uuid: item.website_uuid,
    competitor_uuid: item.competitor_uuid ?? null,
    category: item.category,
    type: item.type,
    status: item.status,
    data: item.data,
    created_at: item.created_at,
    updated_at: item.updated_at ?? null,
  };
}

/** A key without its hash; the key itself is not stored. */
export function presentKey(key: ApiKeyRecord) {
  return {
    uuid: key.uuid,
    name: key.name,
    is_test: key.is_test ?? false,
    is_read_only: key.is_read_only ?? false,
    allowed_ips: key.allowed_ips ?? null,
    created_at: key.created_at,
    expires_at: key.expires_at ?? null,
    last_used_at: key.last_used_at ?? null,
  };
}

/** An entry of the audit log as its reseller sees it: who exactly an operator is, only the provider is told. */
export function presentAuditLogEntry(
  entry: AuditLogEntryRecord,
): z.output<typeof auditLogEntrySchema> {
  const { uuid, created_at, action, actor, cause_type, cause_uuid } = entry;
  const shown: Partial<Actor> =
    actor.type === "operator" ? { request_id: actor.request_id } : actor;
  return {
    uuid,
    created_at,
    action,
    actor: { type: actor.type, uuid: shown.uuid ?? null, name: shown.name ?? null },
    ip: shown.ip ?? null,
    user_agent: shown.user_agent ?? null,
    request_id: shown.request_id ?? null,
    record: { type: entry.record_type, uuid: entry.record_uuid },
    cause: cause_type && cause_uuid ? { type: cause_type, uuid: cause_uuid } : null,
    changed_fields: entry.changed_fields ?? [],
    before: entry.before === undefined ? null : JSON.parse(entry.before),
    after: entry.after === undefined ? null : JSON.parse(entry.after),
  };
}
