import { CustomAttributeType, type EntityItem } from "electrodb";
import { audited, entity, index, primary, text } from "../platform/table/entity.ts";
import { packed } from "../platform/table/packedJson.ts";
import type { FindingSeverity } from "../vocabulary/severity.ts";

/** A finding as audits keep it: a fault of a website, and since when it is known. */
export interface KeptFinding {
  /** Identifies it (`findingUuid`). */
  uuid: string;
  /** The name of the analyser. */
  type: string;
  code: string;
  severity: FindingSeverity;
  subject: string;
  /** What identifies the subject, if that is not its text (`Fault`). */
  key?: string;
  /** Some of the pages that have it; empty if it is about the website as a whole. */
  pages: string[];
  pages_count: number;
  detail: Record<string, unknown>;
  first_seen_at: string;
  /** The last audit that saw it, if later ones did not look there. Absent: the website's last audit. */
  last_seen_at?: string;
  resolved_at?: string;
  /** When it was last found again after it had been resolved. */
  reopened_at?: string;
}

/** What people said about a finding. */
export interface FindingMark {
  ignored_at?: string;
  note?: string;
}

/** The records of a website, in the partition of its business: one query reads those of all its websites. */
const PARTITION = "reseller#${reseller_uuid}#business#${business_uuid}#findings";

const ofWebsite = {
  reseller_uuid: text,
  business_uuid: text,
  /** The website's. */
  uuid: text,
  /** Counts the writes. */
  revision: { type: "number", required: true },
} as const;

/** The findings of a website in one item, which only audits write. */
export const WebsiteFindings = entity(
  "websiteFindings",
  {
    ...ofWebsite,
    /** How the uuids of its findings begin. */
    prefix: text,
    changed_at: text,
    /** They are of a prospect: no event tells of them. */
    is_quiet: { type: "boolean" },
    findings: { type: CustomAttributeType<KeptFinding[]>("any"), ...packed },
  },
  {
    ofBusiness: primary(PARTITION, "${uuid}#findings"),
    /** This index has keys only. */
    byPrefix: index("gsi2", "reseller#${reseller_uuid}#findings", "${prefix}#${uuid}"),
  },
);

export type WebsiteFindingsRecord = EntityItem<typeof WebsiteFindings>;

/** What people said about the findings of a website, in one item, which no audit writes. */
export const FindingMarks = entity(
  "findingMarks",
  {
    ...ofWebsite,
    ...audited,
    /** By the uuid of the finding. */
    marks: { type: CustomAttributeType<Record<string, FindingMark>>("any"), ...packed },
  },
  {
    ofBusiness: primary(PARTITION, "${uuid}#marks"),
  },
);

export type FindingMarksRecord = EntityItem<typeof FindingMarks>;
