import { clip, MAX_DETAILS } from "../finding.ts";
import type { SitemapData, SitemapIssue } from "./sitemapData.ts";

const DETAILS_PER_ISSUE = 10;

type Issue = SitemapData["issues"][number];

/** Counts every issue and keeps some of each kind. */
export class IssueList {
  readonly counts: Partial<Record<SitemapIssue, number>> = {};
  readonly #issues: Issue[] = [];

  add(issue: SitemapIssue, { sitemap, url, detail }: Omit<Issue, "issue">) {
    const count = (this.counts[issue] ?? 0) + 1;
    this.counts[issue] = count;
    if (count > DETAILS_PER_ISSUE) return;
    this.#issues.push({
      issue,
      sitemap: clip(sitemap),
      ...(url !== undefined && { url: clip(url) }),
      ...(detail !== undefined && { detail: clip(detail) }),
    });
  }

  get total() {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** At most 50, and every kind that there is. */
  get issues(): Issue[] {
    const kinds = Object.keys(this.counts).length;
    const perKind = Math.max(1, Math.floor(MAX_DETAILS / Math.max(1, kinds)));
    const kept = new Map<SitemapIssue, number>();
    return this.#issues.filter(({ issue }) => {
      const place = kept.get(issue) ?? 0;
      kept.set(issue, place + 1);
      return place < perKind;
    });
  }
}
