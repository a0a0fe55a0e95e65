import { tellCause } from "../../../../shared/catalogue/causeTexts.ts";
import { daysLater } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import type { ReportContent, Reported } from "../../../../shared/reports/report.ts";
import { periodBefore, periodOfDays, presentPeriod } from "../../../../shared/views/period.ts";
import type { WebsiteView } from "../../../../shared/views/websiteView.ts";
import type { TextLanguage } from "../../../../shared/vocabulary/texts.ts";

const UUID = "019a0000-0000-7000-8000-000000000001";
const AT = "2026-10-05T08:00:00+00:00";

/** A month in Berlin, as a report about it has it. */
const period = periodOfDays({ from: "2026-10-01", to: "2026-10-31" }, "Europe/Berlin");

type Finding = WebsiteView["findings"]["items"][number];

export function finding(language: TextLanguage, set: Partial<Finding> = {}): Finding {
  const { title, why, what_to_do } = tellCause("http_4xx", language);
  return {
    ...{ uuid: newUuid(), website_uuid: UUID, business_uuid: UUID, user_uuid: UUID },
    ...{ type: "headings", code: "missing_h1", severity: "warning", status: "open" },
    ...{ subject: "", pages_count: 1, pages: [], first_seen_at: AT, last_seen_at: AT },
    ...{ resolved_at: null, note: null },
    ...{ detail: {}, title, why, what_to_do, ...set },
  };
}

/** Findings, each the only one of its kind. */
export function kindsOf(items: Finding[]): Reported["kinds"] {
  const of = (status: string) =>
    items
      .filter((each) => each.status === status)
      .map((each) => ({ items: [each], count: 1, order: each }));
  return { open: of("open"), resolved: of("resolved") };
}

/** A website with a downtime, findings and response times of each day. */
export function reported(language: TextLanguage, set: Partial<WebsiteView> = {}): Reported {
  const items = [
    finding(language, { severity: "error" }),
    finding(language),
    finding(language, { status: "resolved", title: "Mended" }),
  ];
  const view = {
    ...{ uuid: UUID, reseller_uuid: UUID, business_uuid: UUID, user_uuid: UUID, sequence: 1 },
    ...{ hostname: "https://bakery.example.com", is_hostname_up: true },
    ...{ state: "up" as const, watched_since: "2026-09-30T22:00:00+00:00", maintenance: [] },
    certificate_expires_at: null,
    ...{ downtime: null, unstable_since: null, created_at: AT, updated_at: AT },
    ...{ period: presentPeriod(period), last_checked_at: AT, uptime_percentage: 99.87 },
    ...{ looks: 8928, failed_attempts: 12 },
    ...{ observed_seconds: 2_600_000, down_seconds: 3700, has_more_downtimes: false },
    response_ms: { mean: 190, median: 160, p95: 420 },
    downtimes: [
      {
        ...{ began_at: AT, ended_at: "2026-10-05T09:01:40+00:00", cause: "http_5xx" as const },
        ...{ technical: "http 503", duration_seconds: 3700, unobserved_seconds: 0 },
        ...tellCause("http_5xx", language),
      },
    ],
    findings: {
      opened: { error: 1, warning: 1, info: 0 },
      resolved: { error: 0, warning: 1, info: 0 },
      open: { error: 1, warning: 1, info: 0 },
      items: [],
    },
    unchecked: {
      ...{ unobserved_seconds: 5400, last_audited_at: AT, unreadable: null },
      unsupported_languages: [],
    },
    ...{ kinds: kindsOf(items), later: 0 },
  };
  const days = Array.from({ length: 31 }, (_, age) => ({
    ...{ day: daysLater("2026-10-01", age), since: 0, looks: 288, failures: 0, failed_attempts: 0 },
    ...{ observed: 86_400, down: age === 4 ? 3700 : 0 },
    times: { [46 + (age % 7)]: 200, [56 + (age % 5)]: 20 },
  }));
  const current: WebsiteView = { ...view, days, ...set };
  const before = { ...current, uptime_percentage: 100, downtimes: [], down_seconds: 0 };
  return { ...current, before };
}

export function contentOf(
  language: TextLanguage,
  websites: Reported[] = [reported(language)],
): ReportContent {
  return {
    ...{ name: "Bakery Ltd", language, period, before: periodBefore(period), websites },
    ...{ now: Date.parse("2026-11-01T06:00:00Z"), left_out: 0 },
    appearance: { sender: "Acme", colour: "#0b7a4b", link: "https://acme.example/results" },
  };
}
