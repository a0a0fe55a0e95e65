import { expect, test } from "vitest";
import type { Finding, Status } from "../../../functions/audit/analyser.ts";
import { summarise, websiteSummaryData } from "../../../functions/audit/feedItems.ts";

const headings = (status: Status) => ({ headings: { status, data: {} } as Finding<never> });
const mobile = (status: Status) => ({ mobile: { status, data: {} } as Finding<never> });

test.each<[Status, Status, Status]>([
  ["error", "warning", "error"],
  ["error", "success", "error"],
  ["error", "info", "error"],
  ["warning", "success", "warning"],
  ["warning", "info", "warning"],
  ["success", "info", "success"],
  ["info", "info", "info"],
])("of %s and %s the summary is %s, whatever their order", (one, other, worst) => {
  expect(summarise({ ...headings(one), ...mobile(other) }, 100).status).toBe(worst);
  expect(summarise({ ...mobile(other), ...headings(one) }, 100).status).toBe(worst);
  expect(summarise({ ...headings(other), ...mobile(one) }, 100).status).toBe(worst);
});

test("the summary of nothing has every field of the specification but the speed", () => {
  const { type, category, status, data } = summarise({}, 99.5);
  expect({ type, category, status }).toEqual({
    type: "website_summary",
    category: "website",
    status: "info",
  });
  expect(data).toEqual({
    ssl_valid: false,
    has_sitemap: false,
    ssl_enabled: false,
    ssl_expired: false,
    sitemap_issues: false,
    mobile_friendly: false,
    lighthouse_success: false,
    ssl_expiry_date: null,
    uptime_percentage: 99.5,
    bad_headings_count: 0,
    links_broken_count: 0,
    spelling_error_count_total: 0,
  });
  expect(websiteSummaryData.parse(data)).toEqual(data);
});
