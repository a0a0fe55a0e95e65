import type { SitemapIssue } from "./sitemapData.ts";
import type { SitemapEntry } from "./sitemapParser.ts";

const FREQUENCIES = new Set(["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]);
const LONGEST_LOCATION = 2048;

/** W3C Datetime: a year, a month, a day, or a time with an offset. */
const DATETIME =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/;

/** What is wrong with an entry, besides its location, by the protocol of sitemaps.org. */
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

/** The location as an absolute URL, or undefined where it is none. */
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
