import * as z from "zod/mini";
import { tellCause } from "../catalogue/causeTexts.ts";
import { type KeptFinding, WebsiteFindings } from "../entities/findings.ts";
import { Prospect, type ProspectRecord } from "../entities/prospect.ts";
import { optional } from "../fields/described.ts";
import { hostname } from "../fields/fields.ts";
import { oneOf } from "../fields/validationErrors.ts";
import { presentFinding } from "../findings/finding.ts";
import { slugCreation } from "../lists/shares.ts";
import { RecordNotFound } from "../platform/errors.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import type { Write } from "../platform/table/transact.ts";
import { DAY_SECONDS, timestamp } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";
import { randomSlug } from "../shares/addShare.ts";
import { prospectWrite } from "../usage/writeUsage.ts";
import { presentUnreadable } from "../vocabulary/reasons.ts";
import { countBySeverity, worstFirst } from "../vocabulary/severity.ts";
import { textLanguages } from "../vocabulary/texts.ts";
import type { prospectSchema, prospectSummarySchema } from "./prospectSchemas.ts";

const KEPT_DAYS = 7;
/** An answer is then within the 6 MB that a function may return. */
const MOST_FINDINGS = 200;

/** The body of a new prospect. */
export const prospectBody = z.object({
  hostname,
  language: optional(
    oneOf("Language", textLanguages),
    "The language of the texts and the page; without it, that of your account.",
    "de",
  ),
});

/** A new prospect, whose audit has yet to begin. */
export function newProspect(
  attributes: Pick<ProspectRecord, "reseller_uuid" | "hostname" | "language">,
): ProspectRecord {
  const now = Date.now();
  const expires = now + KEPT_DAYS * DAY_SECONDS * 1000;
  return {
    ...attributes,
    ...{ uuid: newUuid(), website_uuid: newUuid(), state: "running", pages_read: 0 },
    ...{ slug: randomSlug(), created_at: timestamp(new Date(now)) },
    ...{ expires_at: timestamp(new Date(expires)), expires_epoch: Math.floor(expires / 1000) },
  };
}

/** The writes that create a prospect with its page. They fail if `most` were made on this day. */
export function creationOf(prospect: ProspectRecord, most: number): Write[] {
  const { reseller_uuid, uuid, slug, language, expires_at, expires_epoch } = prospect;
  const day = prospect.created_at.slice(0, 10);
  return [
    Prospect.create(prospect),
    slugCreation(slug, {
      ...{ reseller_uuid, kind: "report", about: "prospect", about_uuid: uuid },
      // It has no business and no user yet.
      ...{ business_uuid: uuid, user_uuid: uuid, language, expires_at, expires_epoch },
    }),
    prospectWrite({ reseller_uuid, day }, most),
  ];
}

/** Whether the time is over for which a prospect is kept: DynamoDB removes it some time after. */
export function hasExpired({ expires_at }: Pick<ProspectRecord, "expires_at">): boolean {
  return expires_at <= timestamp();
}

/** A reseller's prospect; throws RecordNotFound. */
export async function getProspect(key: OwnedKey): Promise<ProspectRecord> {
  const { data } = await Prospect.get(key).go({ consistent: true });
  if (!data || hasExpired(data)) throw new RecordNotFound("prospects");
  return data;
}

/** The write that removes a prospect, and fails if it has been changed since it was read or `changed_by` was noted. */
export function removalOf(prospect: ProspectRecord, changed: string): Write {
  const { reseller_uuid, uuid } = prospect;
  return Prospect.remove({ reseller_uuid, uuid }).where(
    ({ changed_by, state, pages_read }, { eq }) =>
      [
        eq(changed_by, changed),
        eq(state, prospect.state),
        eq(pages_read, prospect.pages_read),
      ].join(" AND "),
  );
}

/** What the audit of a prospect found, the worst first. Nothing is read while it runs. */
export async function readFindings({
  reseller_uuid,
  uuid,
  website_uuid,
  state,
}: ProspectRecord): Promise<KeptFinding[]> {
  if (state === "running") return [];
  const key = { reseller_uuid, business_uuid: uuid, uuid: website_uuid };
  const { data } = await WebsiteFindings.get(key).go({ consistent: true });
  return data?.findings.toSorted(worstFirst) ?? [];
}

/** A prospect as lists show it. */
export function presentSummary(
  { state, pages_read, hostname, language, uuid, ...prospect }: ProspectRecord,
  origin: string,
): z.output<typeof prospectSummarySchema> {
  const { created_at, expires_at, slug, open_findings } = prospect;
  return {
    ...{ uuid, hostname, language, state, pages_read },
    open_findings: open_findings ?? countBySeverity([]),
    share: { url: `${origin}/s/${slug}` },
    ...{ created_at, expires_at },
  };
}

/** A prospect as the API shows it, with its findings. */
export async function presentProspect(
  prospect: ProspectRecord,
  origin: string,
): Promise<z.output<typeof prospectSchema>> {
  const { unchecked = [], unsupported_languages = [], details = null } = prospect;
  const findings = await readFindings(prospect);
  return {
    ...presentSummary(prospect, origin),
    details,
    findings: findings
      .slice(0, MOST_FINDINGS)
      .map((each) => withoutOwner(presentIn(prospect)(each))),
    unchecked: {
      unreadable: tellUnreadable(prospect),
      parts: unchecked.map(({ technical = null, ...part }) => ({ ...part, technical })),
      unsupported_languages: [...unsupported_languages],
      findings_left_out: Math.max(0, findings.length - MOST_FINDINGS),
    },
  };
}

/** Presents findings of a prospect as if it were a customer's website; `sender` is whom the texts name to be asked. */
export function presentIn(
  { reseller_uuid, uuid, website_uuid, language, audited_at: crawled_at }: ProspectRecord,
  sender?: string,
) {
  const of = { stored: { uuid: website_uuid }, marks: undefined };
  const business = { reseller_uuid, uuid, user_uuid: uuid };
  return (finding: KeptFinding) =>
    presentFinding({ finding, of, business, crawled_at }, language, sender);
}

/** A prospect has no owner, and its findings were seen once. */
function withoutOwner(finding: ReturnType<typeof presentFinding>) {
  const { uuid, type, code, severity, subject, pages_count, pages, first_seen_at } = finding;
  const { detail, title, why, what_to_do } = finding;
  return {
    ...{ uuid, type, code, severity, subject, pages_count, pages, first_seen_at },
    ...{ detail, title, why, what_to_do },
  };
}

/** Why a prospect's website could not be read; null if it could. */
export function tellUnreadable(
  { unreadable, language }: Pick<ProspectRecord, "unreadable" | "language">,
  sender?: string,
) {
  if (unreadable === undefined) return null;
  const { reason, technical } = presentUnreadable(unreadable);
  const texts = tellCause(reason, language, { sender, technical });
  return { reason, technical: technical ?? null, ...texts };
}
