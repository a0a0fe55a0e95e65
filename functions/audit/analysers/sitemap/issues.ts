import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { clip, count, detailsOf, detailText, MAX_DETAILS } from "../../finding.ts";
import type { SitemapEntry } from "./sitemapParser.ts";

export const sitemapIssue = z.enum([
  "not_reachable",
  "not_well_formed",
  "over_limit",
  "wrong_namespace",
  "empty_sitemap",
  "nested_index",
  "foreign_location",
  "duplicate_location",
  "invalid_location",
  "invalid_lastmod",
  "invalid_priority",
  "invalid_changefreq",
  "broken_page",
  "redirected_page",
  "blocked_page",
  "noindex_page",
]);

/** The `data` of a feed item of type `sitemap`. */
export const sitemapData = z.strictObject({
  has_sitemap: described(z.boolean(), "Whether the site has a sitemap.", true),
  sitemaps_count: described(count, "How many sitemap files were read.", 1),
  urls_count: described(count, "How many locations they list.", 25),
  issues_count: described(count, "How many issues they have.", 1),
  issue_counts: described(
    z.partialRecord(sitemapIssue, count),
    "How many issues of each kind; a kind that is absent has none.",
    { broken_page: 1 },
  ),
  issues: described(
    detailsOf(
      z.strictObject({
        issue: described(sitemapIssue, "The kind of issue.", "broken_page"),
        sitemap: described(
          detailText,
          "The sitemap that has it.",
          "https://bakery.example.com/sitemap.xml",
        ),
        url: z.optional(
          described(
            detailText,
            "The listed page or sitemap; absent where it is about the file.",
            "https://bakery.example.com/offers",
          ),
        ),
        detail: z.optional(
          described(detailText, "What is wrong: the invalid value, the status, the limit.", "404"),
        ),
      }),
    ),
    "Some of the issues of each kind.",
  ),
});

export type SitemapData = z.infer<typeof sitemapData>;
export type SitemapIssue = z.infer<typeof sitemapIssue>;

const DETAILS_PER_ISSUE = 10;
const MAX_KEPT = 1000;

type Issue = SitemapData["issues"][number];

/** Counts every issue and keeps up to 1,000. */
export class IssueList {
  readonly counts: Partial<Record<SitemapIssue, number>> = {};
  readonly kept: Issue[] = [];

  add(issue: SitemapIssue, { sitemap, url, detail }: Omit<Issue, "issue">) {
    this.counts[issue] = (this.counts[issue] ?? 0) + 1;
    // Room for some of every kind, whatever comes first.
    if (this.kept.length >= MAX_KEPT && (this.counts[issue] ?? 0) > DETAILS_PER_ISSUE) return;
    this.kept.push({
      issue,
      sitemap: clip(sitemap),
      ...(url !== undefined && { url: clip(url) }),
      ...(detail !== undefined && { detail: clip(detail) }),
    });
  }

  get total() {
    return totalOf(this.counts);
  }

  get issues(): Issue[] {
    return someOf(this.kept);
  }
}

export function totalOf(counts: Partial<Record<SitemapIssue, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** At most 50 issues, with up to ten of every kind. */
export function someOf(issues: Issue[]): Issue[] {
  const kinds = new Set(issues.map(({ issue }) => issue)).size;
  const perKind = Math.max(1, Math.floor(MAX_DETAILS / Math.max(1, kinds)));
  const most = Math.min(DETAILS_PER_ISSUE, perKind);
  const kept = new Map<SitemapIssue, number>();
  return issues.filter(({ issue }) => {
    const place = kept.get(issue) ?? 0;
    kept.set(issue, place + 1);
    return place < most;
  });
}

const FREQUENCIES = new Set(["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]);
const LONGEST_LOCATION = 2048;

/** W3C Datetime: a year, a month, a day, or a time with an offset. */
const DATETIME =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)))?)?)?$/;

/** What is wrong with the fields of an entry other than its location, by the protocol of sitemaps.org. */
export function findEntryIssues({ lastmod, priority, changefreq }: SitemapEntry) {
  const issues: { issue: SitemapIssue; detail: string }[] = [];
  if (lastmod !== undefined && !isDatetime(lastmod)) {
    issues.push({ issue: "invalid_lastmod", detail: lastmod });
  }
  if (priority !== undefined && !isPriority(priority)) {
    issues.push({ issue: "invalid_priority", detail: priority });
  }
  if (changefreq !== undefined && !FREQUENCIES.has(changefreq)) {
    issues.push({ issue: "invalid_changefreq", detail: changefreq });
  }
  return issues;
}

/** The location as a URL; undefined if it is not an absolute URL. */
export function parseLocation(location: string | undefined): URL | undefined {
  if (!location || location.length >= LONGEST_LOCATION) return undefined;
  return (/^https?:\/\//i.test(location) && URL.parse(location)) || undefined;
}

function isPriority(value: string) {
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) && Number(value) <= 1;
}

function isDatetime(value: string) {
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] =
    DATETIME.exec(value) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isDay && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
}
