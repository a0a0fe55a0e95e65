import * as z from "zod/mini";
import type { NewFeedItem } from "../../shared/feed/newFeedItem.ts";
import type { Analysis } from "./analyse.ts";
import { count } from "./analysers/finding.ts";

/** The `data` of a feed item of type `website_summary`: section 2.8 of the specification, exactly. */
export const websiteSummaryData = z.strictObject({
  ssl_valid: z.boolean(),
  has_sitemap: z.boolean(),
  ssl_enabled: z.boolean(),
  ssl_expired: z.boolean(),
  sitemap_issues: z.boolean(),
  mobile_friendly: z.boolean(),
  lighthouse_success: z.boolean(),
  ssl_expiry_date: z.nullable(z.string()),
  uptime_percentage: z.number(),
  bad_headings_count: count,
  links_broken_count: count,
  spelling_error_count_total: count,
  website_speed_performance: z.optional(z.enum(["good", "average", "bad"])),
});

const SEVERITIES = ["info", "success", "warning", "error"] as const;

/**
 * The summary of an audit: its status is the worst of what was found. What the plan has switched
 * off, or could not be known, is false, 0, null or, for the speed, absent.
 */
export function summarise(analysis: Analysis, uptime_percentage: number): NewFeedItem {
  const { ssl, sitemap, mobile, mobile_speed, headings, broken_links, spelling } = analysis;
  const data: z.infer<typeof websiteSummaryData> = {
    ssl_valid: ssl?.data.ssl_valid ?? false,
    has_sitemap: sitemap?.data.has_sitemap ?? false,
    ssl_enabled: ssl?.data.ssl_enabled ?? false,
    ssl_expired: ssl?.data.ssl_expired ?? false,
    sitemap_issues: (sitemap?.data.issues_count ?? 0) > 0,
    mobile_friendly: mobile?.data.mobile_friendly ?? false,
    lighthouse_success: mobile_speed?.data.lighthouse_success ?? false,
    ssl_expiry_date: ssl?.data.ssl_expiry_date ?? null,
    uptime_percentage,
    bad_headings_count: headings?.data.bad_headings_count ?? 0,
    links_broken_count: broken_links?.data.links_broken_count ?? 0,
    spelling_error_count_total: spelling?.data.spelling_error_count_total ?? 0,
    ...(mobile_speed?.data.website_speed_performance
      ? { website_speed_performance: mobile_speed.data.website_speed_performance }
      : {}),
  };
  const found = Object.values(analysis).map((finding) => finding?.status ?? "info");
  const worst = Math.max(...found.map((status) => SEVERITIES.indexOf(status)));
  return { type: "website_summary", status: SEVERITIES[worst] ?? "info", data };
}
