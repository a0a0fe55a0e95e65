import { expect, test } from "vitest";
import { summarise, websiteSummaryData } from "../../../functions/audit/feedItems.ts";
import type { Finding, Status } from "../../../functions/audit/finding.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import { planFeatures } from "../../../shared/resources/planFeatures.ts";

const planOf = (isOn: boolean) =>
  Object.fromEntries(planFeatures.map((feature) => [feature, isOn])) as unknown as PlanRecord;
const [ON, OFF] = [planOf(true), planOf(false)];

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
  expect(summarise({ ...headings(one), ...mobile(other) }, { plan: ON, uptime: 100 }).status).toBe(
    worst,
  );
  expect(summarise({ ...mobile(other), ...headings(one) }, { plan: ON, uptime: 100 }).status).toBe(
    worst,
  );
  expect(summarise({ ...headings(other), ...mobile(one) }, { plan: ON, uptime: 100 }).status).toBe(
    worst,
  );
});

test("the summary of what is switched off has every field of the specification but the speed", () => {
  const { type, category, status, data } = summarise({}, { plan: OFF, uptime: 99.5 });
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

test("what is switched on and not known is absent from the summary", () => {
  const { data } = summarise(
    { headings: { status: "success", data: { bad_headings_count: 0 } } as never },
    { plan: ON, uptime: 99.5 },
  );
  expect(data).toEqual({
    bad_headings_count: 0,
    lighthouse_success: false,
    uptime_percentage: 99.5,
  });
  expect(websiteSummaryData.parse(data)).toEqual(data);
});
