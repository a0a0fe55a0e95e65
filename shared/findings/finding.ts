import type * as z from "zod/mini";
import { tellFault } from "../catalogue/faultTexts.ts";
import { Business, type BusinessRecord } from "../entities/business.ts";
import { Check, type CheckRecord } from "../entities/check.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../entities/findings.ts";
import { User } from "../entities/user.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import { optional } from "../fields/described.ts";
import { oneOf } from "../fields/validationErrors.ts";
import { RecordNotFound } from "../platform/errors.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import type { findingSchema } from "../resources/monitoringSchemas.ts";
import { type FindingStatus, prefixOf } from "../vocabulary/findings.ts";
import { type TextLanguage, textLanguageOf, textLanguages } from "../vocabulary/texts.ts";
import { findKeys } from "./websiteFindings.ts";

/** The language of a finding's texts, if the request names one. */
export const languageQuery = optional(
  oneOf("Language", textLanguages),
  "The language of the texts; without it, the user's `language_preference`.",
  "de",
);

/** The findings of a website and what people said about them. */
export interface FindingsOfWebsite {
  stored: WebsiteFindingsRecord;
  marks: FindingMarksRecord | undefined;
}

/** A finding with what it is shown with. */
export interface FoundFinding {
  finding: KeptFinding;
  of: FindingsOfWebsite;
  business: Pick<BusinessRecord, "reseller_uuid" | "uuid" | "user_uuid">;
  /** When the website was last audited. */
  crawled_at: string | undefined;
}

export function statusOf(
  { uuid, resolved_at }: KeptFinding,
  { marks }: Pick<FindingsOfWebsite, "marks">,
): FindingStatus {
  if (marks?.marks[uuid]?.ignored_at) return "ignored";
  return resolved_at ? "resolved" : "open";
}

/** Reads a finding by its uuid; throws RecordNotFound. */
export async function getFinding({ reseller_uuid, uuid }: OwnedKey): Promise<FoundFinding> {
  for (const key of await findKeys(reseller_uuid, `${prefixOf(uuid)}#`)) {
    const [website, business, stored, marks, check] = await batchGet(
      lookup<WebsiteRecord>(Website, { reseller_uuid, uuid: key.uuid }),
      lookup<BusinessRecord>(Business, { reseller_uuid, uuid: key.business_uuid }),
      lookup<WebsiteFindingsRecord>(WebsiteFindings, { ...key }),
      lookup<FindingMarksRecord>(FindingMarks, { ...key }),
      lookup<CheckRecord>(Check, { reseller_uuid, uuid: key.uuid, kind: "audit" }),
    );
    const finding = stored?.findings.find((each) => each.uuid === uuid);
    // The findings of a deleted website are kept for its restoration.
    if (!finding || !stored || !business || !website) continue;
    return { finding, of: { stored, marks }, business, crawled_at: check?.crawled_at };
  }
  throw new RecordNotFound("findings");
}

/** The language of texts: the one that was asked for, or that of the business's user. */
export async function languageFor(
  requested: TextLanguage | undefined,
  { reseller_uuid, user_uuid }: Pick<BusinessRecord, "reseller_uuid" | "user_uuid">,
): Promise<TextLanguage> {
  if (requested) return requested;
  const key = { reseller_uuid, uuid: user_uuid };
  const { data: user } = await User.get(key).go({ consistent: true });
  return textLanguageOf(user?.language_preference ?? "");
}

/** A finding as the API shows it; `sender` is whom its texts name to be asked. */
export function presentFinding(
  {
    finding,
    of,
    business,
    crawled_at,
  }: Omit<FoundFinding, "of"> & {
    of: { stored: Pick<WebsiteFindingsRecord, "uuid">; marks: FindingMarksRecord | undefined };
  },
  language: TextLanguage,
  sender?: string,
): z.output<typeof findingSchema> {
  const { uuid, code, subject, pages, pages_count, detail, first_seen_at, resolved_at } = finding;
  const { note } = of.marks?.marks[uuid] ?? {};
  const lastLook = crawled_at && crawled_at > first_seen_at ? crawled_at : first_seen_at;
  return {
    uuid,
    website_uuid: of.stored.uuid,
    business_uuid: business.uuid,
    user_uuid: business.user_uuid,
    type: finding.type,
    code,
    severity: finding.severity,
    status: statusOf(finding, of),
    subject,
    pages_count,
    pages,
    first_seen_at,
    last_seen_at: finding.last_seen_at ?? lastLook,
    resolved_at: resolved_at ?? null,
    note: note ?? null,
    detail,
    ...tellFault(code, language, { subject, pages, pages_count, detail, sender }),
  };
}
