import { CustomAttributeType, type EntityItem } from "electrodb";
import { audited, entity, expiry, key, optionalText, text } from "../platform/table/entity.ts";
import { textLanguages } from "../vocabulary/texts.ts";

export const prospectStates = ["running", "done", "failed"] as const;

const count = { type: "number", required: true } as const;

/** A part of a website that its audit did not check, as the feed has it (`websiteSummaryDetailsData`). */
export interface UncheckedPart {
  what: string;
  reason: string;
  technical?: string;
  count: number;
}

/** What a website says about its owner; null for what it does not say. */
export interface SiteDetails {
  name: string | null;
  email: string | null;
  phone_number: string | null;
  address_line_1: string | null;
  city: string | null;
  county: string | null;
  postcode: string | null;
  country_code: string | null;
  language: string | null;
}

/**
 * A website that a reseller has audited once, without a customer, and that is kept for seven days. The audit writes
 * its findings and feed for a business and a website with the prospect's two uuids. A customer that is made of the
 * prospect gets these uuids, and so all that is known.
 */
export const Prospect = entity(
  "prospect",
  {
    ...audited,
    reseller_uuid: text,
    /** Also that of the business that it may become. */
    uuid: text,
    website_uuid: text,
    hostname: text,
    language: { type: textLanguages, required: true },
    state: { type: prospectStates, required: true },
    pages_read: count,
    /** Once the start page has been read. */
    details: { type: CustomAttributeType<SiteDetails>("any") },
    /** The address of its page: `/s/<slug>`. */
    slug: text,
    created_at: text,
    expires_at: text,
    /** What the audit found out, once it is done. */
    audited_at: optionalText,
    /** Why the website could not be read. */
    unreadable: optionalText,
    unchecked: { type: CustomAttributeType<UncheckedPart[]>("any") },
    unsupported_languages: { type: "list", items: { type: "string" } },
    open_findings: { type: "map", properties: { error: count, warning: count, info: count } },
    /** As websites have it. */
    certificate: { type: "map", properties: { expires_at: optionalText, sequence: count } },
    expires_epoch: expiry,
  },
  {
    ofReseller: {
      pk: key("pk", "reseller#${reseller_uuid}#prospects"),
      // A UUID of version 7 begins with its time.
      sk: key("sk", "prospect#${uuid}"),
    },
  },
);

export type ProspectRecord = EntityItem<typeof Prospect>;
