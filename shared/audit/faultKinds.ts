import type { FaultCode } from "../catalogue/faultTexts.ts";
import type { FindingSeverity } from "../vocabulary/severity.ts";

/** What all faults with one code have in common. Their texts are in the catalogue. */
interface FaultKind {
  /** The type of their findings: a switch that turns on an analyser, or the analyser's own. */
  type: string;
  severity: FindingSeverity;
}

/** The kinds of faults by code, in the order of the reference. */
const kinds: Readonly<Record<FaultCode, FaultKind>> = {
  broken_link: { type: "broken_links", severity: "warning" },
  broken_image: { type: "broken_links", severity: "warning" },
  broken_file: { type: "broken_links", severity: "warning" },

  sitemap_missing: { type: "sitemap", severity: "info" },
  sitemap_unreadable: { type: "sitemap", severity: "error" },
  sitemap_empty_sitemap: { type: "sitemap", severity: "warning" },
  sitemap_foreign_location: { type: "sitemap", severity: "info" },
  sitemap_broken_page: { type: "sitemap", severity: "warning" },
  sitemap_redirected_page: { type: "sitemap", severity: "info" },
  sitemap_blocked_page: { type: "sitemap", severity: "warning" },
  sitemap_noindex_page: { type: "sitemap", severity: "warning" },

  missing_h1: { type: "headings", severity: "info" },
  several_h1: { type: "headings", severity: "info" },
  empty_heading: { type: "headings", severity: "warning" },
  skipped_level: { type: "headings", severity: "info" },

  start_page_noindex: { type: "page_basics", severity: "error" },
  missing_title: { type: "page_basics", severity: "warning" },
  duplicate_title: { type: "page_basics", severity: "info" },
  missing_description: { type: "page_basics", severity: "info" },
  duplicate_description: { type: "page_basics", severity: "info" },
  broken_phone_link: { type: "page_basics", severity: "warning" },
  broken_mail_link: { type: "page_basics", severity: "warning" },
  other_phone: { type: "page_basics", severity: "warning" },
  placeholder_text: { type: "page_basics", severity: "warning" },
  canonical_elsewhere: { type: "page_basics", severity: "warning" },
  broken_json_ld: { type: "page_basics", severity: "info" },
  image_without_alt: { type: "page_basics", severity: "info" },
  mixed_content: { type: "page_basics", severity: "warning" },
  missing_preview_image: { type: "page_basics", severity: "info" },
  large_file: { type: "page_basics", severity: "info" },
  missing_favicon: { type: "page_basics", severity: "info" },
  two_addresses: { type: "page_basics", severity: "info" },

  misspelled_word: { type: "spelling", severity: "warning" },

  no_viewport: { type: "mobile", severity: "error" },
  zoom_disabled: { type: "mobile", severity: "warning" },

  no_tls: { type: "ssl", severity: "error" },
  no_https: { type: "ssl", severity: "error" },
  certificate_expired: { type: "ssl", severity: "error" },
  certificate_expires_soon: { type: "ssl", severity: "warning" },
  certificate_not_yet_valid: { type: "ssl", severity: "error" },
  certificate_for_other_host: { type: "ssl", severity: "error" },
  certificate_self_signed: { type: "ssl", severity: "error" },
  certificate_untrusted: { type: "ssl", severity: "error" },
  incomplete_chain: { type: "ssl", severity: "warning" },

  slow_website: { type: "mobile_speed", severity: "error" },
  average_speed: { type: "mobile_speed", severity: "info" },

  domain_expires_soon: { type: "domain_age", severity: "warning" },
  domain_expired: { type: "domain_age", severity: "error" },

  listing_missing: { type: "listings", severity: "warning" },
  listing_differs: { type: "listings", severity: "warning" },
  listing_incomplete: { type: "listings", severity: "info" },

  no_recent_post: { type: "blog", severity: "warning" },

  slow_responses: { type: "downtime", severity: "warning" },
};

/** Every code of a finding. */
export const faultCodes = Object.keys(kinds) as FaultCode[];

/** The types of findings. */
export const faultTypes = [...new Set(Object.values(kinds).map(({ type }) => type))];

/** The kind of a code; undefined for a code that no longer exists. */
export function findFaultKind(code: string): FaultKind | undefined {
  return Object.hasOwn(kinds, code) ? kinds[code as FaultCode] : undefined;
}
