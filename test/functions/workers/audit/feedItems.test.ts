import { describe, expect, test } from "vitest";
import { tellFeed } from "../../../../functions/workers/audit/feedItems.ts";
import { reportsOf, trackFindings } from "../../../../functions/workers/audit/trackFindings.ts";
import type { Examined } from "../../../../shared/audit/analysers/analyser.ts";
import { type Fault, ofWebsite } from "../../../../shared/audit/analysers/faults.ts";
import { analysers } from "../../../../shared/audit/analysers/index.ts";
import type { Crawl } from "../../../../shared/audit/crawl/crawl.ts";
import type { PlanRecord } from "../../../../shared/entities/plan.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { findingUuid } from "../../../../shared/vocabulary/findings.ts";
import { type PlanFeature, planFeatures } from "../../../../shared/vocabulary/planFeatures.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const website_uuid = newUuid();
const plan = Object.fromEntries(planFeatures.map((each) => [each, true])) as unknown as PlanRecord;
const uuidOf = (fault: Fault) => findingUuid(website_uuid, fault);

type News = Parameters<typeof tellFeed>;
interface Given extends Partial<News[1]> {
  written?: News[0];
  ignored?: Fault[];
}

/** The feed after an audit in which some analysers say this. */
function feedOf(
  said: Partial<Record<PlanFeature, Examined>>,
  { before = [], written = {}, ignored = [], ...more }: Given = {},
) {
  const crawl = { coverage: {}, isLookedAt: () => true } as unknown as Crawl;
  const examined = new Map(
    analysers.flatMap((analyser) => {
      const examined = analyser.type === undefined && said[analyser.feature];
      return examined ? [[analyser, examined] as const] : [];
    }),
  );
  const isIgnored = (uuid: string) => ignored.map(uuidOf).includes(uuid);
  const reports = reportsOf(examined, { website_uuid, crawl });
  const tracking = { now: NOW, last_audit_at: undefined, isIgnored };
  const after = trackFindings(before, reports, tracking);
  const feed = tellFeed(written, {
    ...{ plan, now: NOW, examined, reports, before, after, isIgnored },
    ...{
      unchecked: [],
      unsupported_languages: undefined,
      uptime: 99.5,
      isRead: true,
      isRequested: false,
    },
    ...more,
  });
  const item = (type: string) => feed.items.find((each) => each.type === type);
  return { ...feed, after, item };
}

const error = ofWebsite("no_tls", "x");
const warning = ofWebsite("certificate_expires_soon", "x");
const info = ofWebsite("listing_incomplete", "x");

test.each([
  ["error", [warning, error, info]],
  ["warning", [info, warning]],
  ["info", [info]],
  ["success", []],
])("the status %s is that of the worst fault, in the item and in the summary", (status, faults) => {
  const { item } = feedOf({ ssl: { faults } });
  expect([item("ssl")?.status, item("website_summary")?.status]).toEqual([status, status]);
});

describe("an item", () => {
  const words = ["recieve", "teh", "wich"].map((word) => ofWebsite("misspelled_word", word));
  const [first, second, third] = words as [Fault, Fault, Fault];

  test("counts open findings that are not ignored, and the new ones among them", () => {
    const once = feedOf({ spelling: { faults: [first, second], pages_checked_count: 7 } });
    expect(once.item("spelling")?.data).toMatchObject({
      ...{ spelling_count: 2, new_spelling_count: 2, pages_checked_count: 7 },
      details: [{ subject: "recieve", is_new: true }, { subject: "teh" }],
    });
    const twice = feedOf({ spelling: { faults: words, more_count: 4 } }, { before: once.after });
    expect(twice.item("spelling")?.data).toMatchObject({
      spelling_count: 7,
      new_spelling_count: 1,
    });
    const again = { before: twice.after, ignored: [second] };
    const quiet = feedOf({ spelling: { faults: words, more_count: 4 } }, again);
    expect(quiet.item("spelling")?.data).toMatchObject({
      ...{ spelling_count: 6, new_spelling_count: 0 },
      details: [{ subject: "recieve", is_new: false }, { subject: "wich" }],
    });
  });

  test("is written when other findings are open than before, or it would expire", () => {
    const { written, after: before } = feedOf({ spelling: { faults: [first] } });
    const typesOf = (faults: Fault[], more: Given = {}) =>
      feedOf({ spelling: { faults } }, { written, before, ...more }).items.map(({ type }) => type);
    expect(typesOf([{ ...first, pages: ["/a"], pages_count: 1 }])).toEqual([]);
    expect(typesOf([first], { isRequested: true })).toEqual(["website_summary"]);
    expect(typesOf([second])).toEqual(["spelling"]);
    expect(typesOf([first, third])).toEqual(["spelling"]);
    expect(typesOf([first], { ignored: [first] })).toEqual(["spelling", "website_summary"]);
    const later = new Date(NOW.getTime() + 201 * 86_400_000);
    expect(typesOf([first], { now: later })).toEqual(["spelling", "website_summary"]);
  });

  test("counts all faults, also those without room, of which none is new another time", () => {
    const many = Array.from({ length: 3000 }, (_, at) => ofWebsite("broken_link", `/${at}`));
    const countsOf = (faults: Fault[], before: Given["before"] = []) => {
      const { after, item } = feedOf({ broken_links: { faults } }, { before });
      const { links_broken_count, new_links_broken_count } = item("broken_links")?.data ?? {};
      return { after, counts: [links_broken_count, new_links_broken_count] };
    };
    const once = countsOf(many);
    expect(once.counts).toEqual([3000, 3000]);
    const twice = countsOf(many.toReversed(), once.after);
    expect(twice.counts).toEqual([3000, 0]);
    expect(twice.after).toEqual(once.after);
    const repaired = countsOf(many.slice(0, 2), twice.after);
    expect(repaired.counts).toEqual([2, 0]);
  });

  test("about links and listings has the fields of the specification alone", () => {
    const broken = { ...ofWebsite("broken_link", "/a"), key: "a" };
    const details = {
      ...{ directories_found_count: 1, missing_listing_details: false },
      ...{ directories_tested_count: 1, directories_inconsistent_count: 0 },
    };
    const { items } = feedOf({
      broken_links: { faults: [broken] },
      listings: { faults: [], details },
    });
    expect(items).toMatchObject([
      { type: "broken_links", data: { links_broken_count: 1, new_links_broken_count: 1 } },
      { type: "listings_summary", category: "listings", status: "success", data: details },
      { type: "website_summary" },
    ]);
    expect(items.map(({ data }) => Object.keys(data).length).slice(0, 2)).toEqual([2, 4]);
  });
});
