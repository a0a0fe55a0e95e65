import { expect, test } from "vitest";
import type { KeptFinding } from "../../../shared/entities/findings.ts";
import { presentFinding } from "../../../shared/findings/finding.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { groupByKind } from "../../../shared/views/findingKinds.ts";

const AT = "2026-11-02T03:00:00+00:00";

function kept(code: string, set: Partial<KeptFinding> = {}): KeptFinding {
  return {
    ...{ uuid: newUuid(), type: "page_basics", code, severity: "info", subject: "", detail: {} },
    ...{ pages: [], pages_count: 1, first_seen_at: AT, ...set },
  };
}

function kindsOf(findings: KeptFinding[]) {
  const business = { reseller_uuid: "r", uuid: "b", user_uuid: "u" };
  const of = { kept: { uuid: "w" }, marks: undefined };
  return groupByKind(findings, (finding) =>
    presentFinding({ finding, of, business, crawled_at: AT }, "en"),
  ).map(({ items: [first], items, count, order }) => [
    ...[first?.code, first?.subject, items.length, count, order.pages_count],
  ]);
}

test("findings come kind by kind, the most severe first, then those on the most pages together", () => {
  const images = Array.from({ length: 474 }, (_, index) =>
    kept("image_without_alt", { subject: `${index}`, pages_count: index === 9 ? 2 : 1 }),
  );
  const others = [
    kept("duplicate_title", { pages_count: 400 }),
    kept("sitemap_missing", { pages_count: 0 }),
    kept("missing_h1", { severity: "warning", pages_count: 3 }),
  ];
  expect(kindsOf([...images, ...others])).toEqual([
    ["missing_h1", "", 1, 1, 3],
    ["sitemap_missing", "", 1, 1, 0],
    ["image_without_alt", "9", 5, 474, 475],
    ["duplicate_title", "", 1, 1, 400],
  ]);
});

test("of many kinds the worst twenty are told", () => {
  const codes = Array.from({ length: 30 }, (_, index) =>
    kept(`code_${index}`, { pages_count: index }),
  );
  expect(kindsOf(codes.slice(1))).toHaveLength(20);
  expect(kindsOf(codes.slice(1))[0]?.[0]).toBe("code_29");
  expect(kindsOf([])).toEqual([]);
});
