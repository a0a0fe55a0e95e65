import { presentAlerts } from "../../../shared/alerts/alerts.ts";
import type { AlertsRecord } from "../../../shared/entities/alerts.ts";
import type { ApiKeyRecord } from "../../../shared/entities/apiKey.ts";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import {
  type CompetitorRecord,
  type FilledFields,
  unreadFields,
} from "../../../shared/entities/competitor.ts";
import type {
  CustomFieldRecord,
  CustomFieldsRecord,
} from "../../../shared/entities/customFields.ts";
import {
  type FindingMark,
  type FindingMarksRecord,
  unpackJson,
} from "../../../shared/entities/findings.ts";
import type { MaintenanceRecord, WindowRecord } from "../../../shared/entities/maintenance.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import type { ProspectRecord } from "../../../shared/entities/prospect.ts";
import type { ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { type ResellerRecord, resellerSettings } from "../../../shared/entities/reseller.ts";
import type { ShareRecord } from "../../../shared/entities/share.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import type { AuditedType } from "../../../shared/vocabulary/actions.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";

export type AuditedFields = Record<string, unknown>;

/** How the audit log describes the records of an entity: by which of their attributes. */
interface Audited {
  type: AuditedType;
  fields: readonly string[];
  /** The records in one item, by uuid; without it, an item is one record. */
  split?: (item: never) => Record<string, object>;
}

const competitorFields = Object.keys(unreadFields("")) as (keyof FilledFields)[];

const audited: Readonly<Record<string, Audited>> = {
  alerts: {
    ...define<ReturnType<typeof presentAlerts>>(
      "alerts",
      "addresses",
      "unsubscribed_addresses",
      "delay_minutes",
      "quiet_hours",
    ),
    // Without what unsubscribe links hold.
    split: (alerts: AlertsRecord) => ({ [alerts.reseller_uuid]: presentAlerts(alerts) }),
  },
  apiKey: define<ApiKeyRecord>(
    "api_key",
    "name",
    "is_test",
    "is_read_only",
    "allowed_ips",
    "expires_at",
    "revoked_at",
  ),
  business: define<BusinessRecord>(
    "business",
    "name",
    "industry",
    "products",
    "plan_uuid",
    "user_uuid",
    "address",
    "known_words",
    "custom_field_values",
  ),
  competitor: define<CompetitorRecord>(
    "competitor",
    "hostname",
    "business_uuid",
    ...competitorFields,
  ),
  customFields: {
    ...define<CustomFieldRecord>("custom_field", "name", "type", "options", "is_required"),
    split: ({ fields }: CustomFieldsRecord) => byUuid(fields),
  },
  findingMarks: {
    ...define<FindingMark>("finding", "ignored_at", "note"),
    split: ({ marks }: FindingMarksRecord) => unpackJson(marks),
  },
  maintenance: {
    ...define<WindowRecord>("maintenance_window", "starts_at", "ends_at", "reason"),
    split: ({ windows }: MaintenanceRecord) => byUuid(windows),
  },
  plan: define<PlanRecord>(
    "plan",
    "name",
    "uptime_interval_minutes",
    "audit_interval_minutes",
    ...planFeatures,
  ),
  prospect: define<ProspectRecord>("prospect", "hostname", "language"),
  reportMails: define<ReportMailsRecord>(
    "report_mails",
    "frequency",
    "timezone",
    "unsubscribed_at",
  ),
  reseller: define<ResellerRecord>(
    "account",
    "name",
    "language",
    "timezone",
    "default_plan_uuid",
    "sandbox_of",
    "closed_at",
    "deleting_since",
    ...resellerSettings,
  ),
  share: define<ShareRecord>(
    "share",
    "kind",
    "about",
    "about_uuid",
    "slug",
    "language",
    "from",
    "to",
    "expires_at",
  ),
  user: define<UserRecord>(
    "user",
    "first_name",
    "last_name",
    "email",
    "avatar",
    "language_preference",
    "country_code",
    "suspended_at",
  ),
  webhook: define<WebhookRecord>(
    "webhook",
    "endpoint",
    "events",
    "format",
    "disabled_at",
    "disabled_reason",
    "secret_generation",
  ),
  // What checks measure is no change.
  website: define<WebsiteRecord>("website", "hostname", "business_uuid"),
};

/** How the audit log describes this entity's records; undefined if it does not. */
export function auditedAs(entity: string): Audited | undefined {
  return Object.hasOwn(audited, entity) ? audited[entity] : undefined;
}

/** The records that an item holds, with those audited fields that are filled, by uuid. */
export function recordsOf({ fields, split }: Audited, item: object): Record<string, AuditedFields> {
  const { uuid } = item as { uuid: string };
  const records = Object.entries<object>(split ? split(item as never) : { [uuid]: item });
  return Object.fromEntries(records.map(([uuid, record]) => [uuid, filled(record, fields)]));
}

function filled(record: object, fields: readonly string[]): AuditedFields {
  const values = new Map(Object.entries(record));
  const named = fields.map((field) => [field, values.get(field) ?? ""]);
  return Object.fromEntries(named.filter(([, value]) => value !== ""));
}

function define<Stored>(type: AuditedType, ...fields: (keyof Stored & string)[]): Audited {
  return { type, fields };
}

function byUuid<Each extends { uuid: string }>(all: Each[]): Record<string, Each> {
  return Object.fromEntries(all.map((each) => [each.uuid, each]));
}
