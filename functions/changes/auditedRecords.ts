import type { AuditedType } from "../../shared/auditLog/actions.ts";
import type { ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { CompetitorRecord } from "../../shared/entities/competitor.ts";
import type { CustomFieldsRecord } from "../../shared/entities/customFields.ts";
import { type FindingMarksRecord, unpackJson } from "../../shared/entities/findings.ts";
import type { MaintenanceRecord } from "../../shared/entities/maintenance.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import type { ReportMailsRecord } from "../../shared/entities/reportMails.ts";
import { type ResellerRecord, resellerSettings } from "../../shared/entities/reseller.ts";
import type { ShareRecord } from "../../shared/entities/share.ts";
import type { UserRecord } from "../../shared/entities/user.ts";
import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { presentKey } from "../../shared/resources/apiKey.ts";
import { presentBusiness } from "../../shared/resources/business.ts";
import { presentCompetitor } from "../../shared/resources/competitor.ts";
import { presentCustomField } from "../../shared/resources/customField.ts";
import { presentPlan } from "../../shared/resources/plan.ts";
import { presentUser } from "../../shared/resources/user.ts";
import { presentWebsite } from "../../shared/resources/website.ts";
import { presentWebhook } from "../events/presentWebhook.ts";

/** Some fields of a record, as the API shows them. */
export type AuditedFields = Record<string, unknown>;

/** How the audit log tells of the records of an entity. */
interface Audited<Stored> {
  type: AuditedType;
  /** What it may tell, by the uuid of what changed: an item can hold several records. */
  tell(record: Stored): Record<string, AuditedFields>;
}

const audited = {
  apiKey: define<ApiKeyRecord>({
    type: "api_key",
    tell: (key) => ({ [key.uuid]: { ...presentKey(key), revoked_at: key.revoked_at } }),
  }),
  business: define<BusinessRecord>({
    type: "business",
    tell: (business) => {
      const { uuid, user_uuid, address, custom_field_values } = business;
      const values = custom_field_values.map(({ custom_field_uuid, value }) => [
        custom_field_uuid,
        value,
      ]);
      const custom_fields = Object.fromEntries(values);
      return { [uuid]: { ...presentBusiness(business), user_uuid, address, custom_fields } };
    },
  }),
  competitor: define<CompetitorRecord>({
    type: "competitor",
    tell: (competitor) => ({ [competitor.uuid]: presentCompetitor(competitor) }),
  }),
  customFields: define<CustomFieldsRecord>({
    type: "custom_field",
    tell: ({ fields, reseller_uuid }) =>
      byUuid(fields.map((field) => presentCustomField(field, reseller_uuid))),
  }),
  findingMarks: define<FindingMarksRecord>({
    type: "finding",
    tell: ({ marks, uuid: website_uuid }) => {
      const all = Object.entries(unpackJson(marks));
      return Object.fromEntries(all.map(([uuid, mark]) => [uuid, { website_uuid, ...mark }]));
    },
  }),
  maintenance: define<MaintenanceRecord>({
    type: "maintenance_window",
    tell: ({ windows, uuid: website_uuid }) =>
      byUuid(windows.map((window) => ({ ...window, website_uuid }))),
  }),
  plan: define<PlanRecord>({
    type: "plan",
    tell: (plan) => {
      const { uuid, uptime_interval_minutes, audit_interval_minutes } = plan;
      const { is_default: _, ...shown } = presentPlan(plan, undefined);
      return { [uuid]: { ...shown, uptime_interval_minutes, audit_interval_minutes } };
    },
  }),
  reportMails: define<ReportMailsRecord>({
    type: "report_mails",
    tell: ({ uuid, frequency, timezone, unsubscribed_at }) =>
      // A due time alone is the service's.
      frequency || timezone || unsubscribed_at
        ? { [uuid]: { frequency, timezone, unsubscribed_at } }
        : {},
  }),
  reseller: define<ResellerRecord>({
    type: "account",
    tell: (reseller) => {
      const { uuid, name, default_plan_uuid, sandbox_of } = reseller;
      const { closed_at, deleting_since } = reseller;
      const settings = resellerSettings.map((setting) => [setting, reseller[setting]]);
      const shown = { name, default_plan_uuid, sandbox_of, closed_at, deleting_since };
      return { [uuid]: { ...shown, ...Object.fromEntries(settings) } };
    },
  }),
  share: define<ShareRecord>({
    type: "share",
    tell: ({ uuid, kind, about, about_uuid, language, from, to, expires_at }) => ({
      [uuid]: { kind, about, about_uuid, language, from, to, expires_at },
    }),
  }),
  user: define<UserRecord>({
    type: "user",
    tell: (user) => ({ [user.uuid]: presentUser(user) }),
  }),
  webhook: define<WebhookRecord>({
    type: "webhook",
    tell: (webhook) => {
      const { uuid, events, disabled_at, disabled_reason, secret_generation } = webhook;
      const state = { events, disabled_at, disabled_reason, secret_generation };
      return { [uuid]: { ...presentWebhook(webhook), ...state } };
    },
  }),
  website: define<WebsiteRecord>({
    type: "website",
    tell: (website) => {
      // What checks measure is no change.
      const { is_hostname_up: _, ...shown } = presentWebsite(website);
      return { [website.uuid]: shown };
    },
  }),
} as const;

type AuditedEntity = keyof typeof audited;

/** How the audit log tells of this entity's records; undefined if it does not. */
export function auditedAs(entity: string): Audited<unknown> | undefined {
  return Object.hasOwn(audited, entity) ? audited[entity as AuditedEntity] : undefined;
}

function define<Stored>(as: Audited<Stored>): Audited<unknown> {
  return as as Audited<unknown>;
}

function byUuid<Each extends { uuid: string }>(all: Each[]): Record<string, Each> {
  return Object.fromEntries(all.map((each) => [each.uuid, each]));
}
