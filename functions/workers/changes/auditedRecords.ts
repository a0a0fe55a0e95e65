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
import type { FindingMark, FindingMarksRecord } from "../../../shared/entities/findings.ts";
import type { MaintenanceRecord, WindowRecord } from "../../../shared/entities/maintenance.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import type { ProspectRecord } from "../../../shared/entities/prospect.ts";
import type { ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { type ResellerRecord, resellerSettings } from "../../../shared/entities/reseller.ts";
import type { ShareRecord } from "../../../shared/entities/share.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { unpackJson } from "../../../shared/platform/table/packedJson.ts";
import type { AuditedType } from "../../../shared/vocabulary/actions.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";

export type AuditedFields = Record<string, unknown>;

/** How the audit log describes the records of an entity: by which of their attributes. */
interface Audited {
  type: AuditedType;
  fields: readonly string[];
}

const competitorFields = Object.keys(unreadFields("")) as (keyof FilledFields)[];

const audited: Readonly<Record<string, Audited>> = {
  alerts: define<ReturnType<typeof presentAlerts>>(
    "alerts",
    "addresses",
    "unsubscribed_addresses",
    "delay_minutes",
    "quiet_hours",
  ),
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
  customFields: define<CustomFieldRecord>("custom_field", "name", "type", "options", "is_required"),
  findingMarks: define<FindingMark>("finding", "ignored_at", "note"),
  maintenance: define<WindowRecord>("maintenance_window", "starts_at", "ends_at", "reason"),
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

/** An audited item of the table, as far as it is read here. */
type Item = Partial<
  { uuid: string } & Pick<CustomFieldsRecord, "fields"> &
    Pick<FindingMarksRecord, "marks"> &
    Pick<MaintenanceRecord, "windows"> &
    AlertsRecord
>;

/** The records that an item holds, with those audited fields that are filled, by uuid. */
export function recordsOf({ type, fields }: Audited, item: Item): Record<string, AuditedFields> {
  return Object.fromEntries(
    Object.entries(split(type, item)).map(([uuid, record]) => {
      const values = new Map(Object.entries(record));
      const named = fields.map((field) => [field, values.get(field) ?? ""]);
      return [uuid, Object.fromEntries(named.filter(([, value]) => value !== ""))];
    }),
  );
}

/** The records in one item, by uuid; most items are one record. */
function split(type: AuditedType, item: Item): Record<string, object> {
  switch (type) {
    case "custom_field":
      return byUuid(item.fields);
    case "maintenance_window":
      return byUuid(item.windows);
    case "finding":
      return unpackJson(item.marks ?? {});
    case "alerts": {
      // Without what unsubscribe links hold.
      const alerts = item as AlertsRecord;
      return { [alerts.reseller_uuid]: presentAlerts(alerts) };
    }
    default:
      return { [item.uuid ?? ""]: item };
  }
}

function define<Stored>(type: AuditedType, ...fields: (keyof Stored & string)[]): Audited {
  return { type, fields };
}

function byUuid<Each extends { uuid: string }>(all: Each[] = []): Record<string, Each> {
  return Object.fromEntries(all.map((each) => [each.uuid, each]));
}
