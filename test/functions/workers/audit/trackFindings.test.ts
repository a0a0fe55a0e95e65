import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  confirmSuspects,
  type Report,
  reportsOf,
  trackFindings,
} from "../../../../functions/workers/audit/trackFindings.ts";
import {
  changeFindings,
  fitFindings,
} from "../../../../functions/workers/audit/websiteFindings.ts";
import type { Analyser, Examined } from "../../../../shared/audit/analysers/analyser.ts";
import type { Fault } from "../../../../shared/audit/analysers/faults.ts";
import type { Crawl } from "../../../../shared/audit/crawl/crawl.ts";
import type { KeptFinding } from "../../../../shared/entities/findings.ts";
import { packJson } from "../../../../shared/platform/table/packedJson.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { findingUuid, prefixOf } from "../../../../shared/vocabulary/findings.ts";

const website_uuid = newUuid();
const NOW = new Date("2026-11-23T10:00:00Z");
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

const fault = (more: Partial<Fault> = {}): Fault => ({
  ...{ code: "misspelled_word", subject: "recieve", detail: { suggestion: "receive" } },
  ...{ pages: ["https://example.com/"], pages_count: 1 },
  ...more,
});

interface Told extends Omit<Examined, "faults"> {
  type?: string;
  looked?: boolean;
}

/** What an audit reports whose crawl looked everywhere, or nowhere. */
function reportOf(
  faults: Fault[],
  { type = "spelling", looked = true, ...more }: Told = {},
): Report {
  const analyser = { type, feature: "headings" } as unknown as Analyser;
  const crawl = { coverage: {}, isLookedAt: () => looked } as unknown as Crawl;
  const [report] = reportsOf(new Map([[analyser, { faults, ...more }]]), { website_uuid, crawl });
  return report as Report;
}

function track(before: KeptFinding[], all: Report[], { now = NOW, ignored = [] as string[] } = {}) {
  const tracking = { now, last_audit_at: "2026-11-22T10:00:00+00:00" };
  const isIgnored = (uuid: string) => ignored.includes(uuid);
  return fitFindings(trackFindings(before, all, { ...tracking, isIgnored }), now);
}

const isNews = (before: KeptFinding[], after: KeptFinding[]) => {
  const website = { reseller_uuid: newUuid(), business_uuid: newUuid(), uuid: website_uuid };
  return changeFindings(website, { before, after, revision: 1 }, NOW) !== undefined;
};

describe("findings after an audit", () => {
  const opened = track([], [reportOf([fault()])]);
  const [first] = opened;

  test.each([
    ["was found again", [reportOf([fault()])], undefined],
    ["was not found where the audit looked", [reportOf([])], "2026-11-24T10:00:00+00:00"],
    ["was not looked for", [reportOf([], { looked: false })], undefined],
    ["may be one of those that were left out", [reportOf([], { more_count: 1 })], undefined],
    ["is of a kind that may remain", [reportOf([], { mayRemain: () => true })], undefined],
    ["belongs to an analyser that told nothing", [], undefined],
  ])("what %s", (_, all, resolved_at) => {
    const findings = track(opened, all as Report[], { now: days(1) });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ uuid: first?.uuid });
    expect(findings[0]?.resolved_at).toBe(resolved_at);
  });

  test("are no news while only positions and scores differ", () => {
    const many = fault({ pages_count: 9, detail: { suggestion: "receive", position: 3 } });
    const before = track([], [reportOf([many])]);
    const same = { ...many, detail: { ...many.detail, position: 4 } };
    expect(isNews(before, track(before, [reportOf([same])]))).toBe(false);
    expect(isNews(before, track(before, [reportOf([{ ...many, pages_count: 10 }])]))).toBe(true);
    expect(isNews(before, track(before, [reportOf([{ ...many, pages: ["/b"] }])]))).toBe(true);
  });

  test("remember when they were last seen while nobody looks, which is news once", () => {
    const unseen = track(opened, []);
    expect(unseen[0]?.last_seen_at).toBe("2026-11-22T10:00:00+00:00");
    expect(isNews(opened, unseen)).toBe(true);
    expect(isNews(unseen, track(unseen, [], { now: days(1) }))).toBe(false);
    expect(track(unseen, [reportOf([fault()])])[0]).not.toHaveProperty("last_seen_at");
  });

  test("are neither resolved nor reopened while they are ignored", () => {
    const ignored = [first?.uuid ?? ""];
    expect(track(opened, [reportOf([])], { ignored })[0]?.resolved_at).toBeUndefined();
    const resolved = track(opened, [reportOf([])]);
    const [again] = track(resolved, [reportOf([fault()])], { ignored });
    expect(again).toMatchObject({ resolved_at: expect.any(String) });
    expect(again).not.toHaveProperty("reopened_at");
  });

  test("of the same subject are one, with the pages of all", () => {
    const twice = [fault({ pages: ["/a"] }), fault({ pages: ["/b"] })];
    expect(track([], [reportOf(twice)])).toMatchObject([{ pages: ["/a", "/b"], pages_count: 2 }]);
    const keyed = [fault({ key: "x", subject: "/a" }), fault({ key: "x", subject: "/a?" })];
    expect(track([], [reportOf(keyed)])).toHaveLength(1);
  });
});

describe("a fault that may be over soon", () => {
  const suspect = fault({ isSuspect: true, key: "k" });
  const uuid = findingUuid(website_uuid, suspect);

  test.each([
    ["is not told the first time, but remembered", [], false, 0],
    ["counts if the audit before found it", [uuid], false, 1],
    ["counts if it is open", [], true, 1],
  ])("%s", (_, before, isOpen, count) => {
    const report = reportOf([suspect]);
    const after = confirmSuspects([report], { before: new Set(before), isOpen: () => isOpen });
    expect([report.faults.size, after]).toEqual([count, [uuid]]);
  });
});

describe("what a hostile website has", () => {
  test("is 1,000 findings of a type", () => {
    const faults = Array.from({ length: 10_000 }, (_, at) => fault({ subject: `w${at}` }));
    const first = track([], [reportOf(faults)]);
    expect(first).toHaveLength(1000);
    const again = track(first, [reportOf(faults.toReversed())]);
    expect(again.map(({ uuid }) => uuid)).toEqual(first.map(({ uuid }) => uuid));
  });

  test("is cut to 300 well-formed characters, and still told apart", () => {
    const long = "\u202e😀".repeat(10_000);
    const subjects = [long, `${long}x`, "\ud800"];
    const findings = track(
      [],
      [
        reportOf(
          subjects.map((subject) => fault({ subject, pages: [long], detail: { text: long } })),
        ),
      ],
    );
    expect(findings).toHaveLength(3);
    const texts = findings.flatMap(({ subject, pages, detail }) => [
      ...[subject, ...pages, String(detail["text"])],
    ]);
    expect(texts.every((text) => text.length <= 300 && text.isWellFormed())).toBe(true);
  });

  test("fits into its item, the most severe first", () => {
    const noise = () => randomBytes(216).toString("base64");
    const faults = Array.from({ length: 1000 }, (_, at) =>
      fault({
        ...{ subject: noise(), pages: Array.from({ length: 10 }, noise) },
        code: at < 500 ? "missing_h1" : "misspelled_word",
      }),
    );
    const findings = track([], [reportOf(faults)]);
    expect(packJson(findings).length).toBeLessThan(300_000);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.every(({ severity }) => severity === "warning")).toBe(true);
  });
});

test("of what has no room, the oldest resolved findings leave first, and none that is open", () => {
  const noise = () => randomBytes(216).toString("base64");
  const faults = (count: number) =>
    Array.from({ length: count }, () => fault({ subject: noise(), pages: [noise(), noise()] }));
  const [one, two, open] = [faults(90), faults(90), faults(200)];
  let findings = track([], [reportOf(one)], { now: days(-3) });
  findings = track(findings, [reportOf(two)], { now: days(-2) });
  findings = track(findings, [reportOf(open)], { now: days(-1) });
  const count = (resolved?: Date) =>
    findings.filter((each) => each.resolved_at === (resolved && timestamp(resolved))).length;
  expect([count(), count(days(-1)), count(days(-2))]).toEqual([200, 90, expect.any(Number)]);
  expect(count(days(-2))).toBeLessThan(90);
});

test("a finding's uuid is version 8, and its prefix that of its website", () => {
  const [one, other] = ["a", "b"].map((subject) =>
    findingUuid(website_uuid, { code: "c", subject }),
  );
  expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(one).not.toBe(other);
  expect(prefixOf(one ?? "")).toBe(prefixOf(other ?? ""));
  expect(findingUuid(newUuid(), { code: "c", subject: "a" })).not.toBe(one);
});
