import type { AccountWebsite } from "reseller-website-monitoring-client";
import { expect, test } from "vitest";
import {
  endingSoon,
  groupDown,
  newFindings,
  tellCounts,
} from "../../../functions/console/app/attention.ts";
import { mergeHits, sortingOf, sortRows } from "../../../functions/console/app/lists.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const counts = { down: 0, unstable: 0, maintenance: 0, not_checked: 0, paused: 0, up: 0 };

test.each([
  [{ up: 1 }, "Your website is fine", "good"],
  [{ up: 1200 }, "All 1,200 websites are fine", "good"],
  [{ down: 2, up: 38 }, "2 websites are down, 38 are fine", "bad"],
  [{ down: 1, not_checked: 3 }, "1 website is down, 3 are being checked for the first time", "bad"],
  [{ not_checked: 4, up: 36 }, "36 are fine, 4 are being checked for the first time", "soft"],
  [{ unstable: 1, up: 9 }, "9 are fine, 1 is unstable", "soft"],
  [{ maintenance: 1, up: 9 }, "9 are fine, 1 is in maintenance", "good"],
  [{ paused: 1, up: 9 }, "9 are fine, 1 is paused", "soft"],
  [{ paused: 2 }, "2 are paused", "soft"],
  [{}, "", "soft"],
])("an account with %j: %s", (some, text, mood) => {
  expect(tellCounts({ ...counts, ...some })).toEqual({ text, mood });
});

function website(uuid: string, more: object): AccountWebsite {
  const plain = { uuid, hostname: `${uuid}.example`, state: "up", downtime: null };
  return { ...plain, business_name: "", certificate_expires_at: null, ...more } as AccountWebsite;
}

test("websites are down together for the same cause, at the same address, within two minutes", () => {
  const down = (uuid: string, time: string, more: object = {}) =>
    website(uuid, {
      state: "down",
      downtime: {
        ...{ began_at: `2026-11-23T${time}+00:00`, cause: "http_5xx", technical: "503" },
        ...{ address: "203.0.113.7", ...more },
      },
    });
  const outages = groupDown([
    down("a", "11:00:00"),
    down("b", "11:01:50"),
    down("late", "11:02:10"),
    down("other-cause", "11:00:30", { cause: "dns", technical: "ENOTFOUND" }),
    down("elsewhere", "11:00:20", { address: "203.0.113.8" }),
    down("unknown-1", "10:00:00", { cause: null, technical: null }),
    down("unknown-2", "10:00:00", { cause: null, technical: null }),
    website("up", {}),
  ]);
  expect(outages.map(({ websites }) => websites.map(({ uuid }) => uuid))).toEqual([
    ["late"],
    ["other-cause"],
    ["elsewhere"],
    ["a", "b"],
    ["unknown-2"],
    ["unknown-1"],
  ]);
});

test("a certificate or domain that ends within 14 days needs attention, the next one first", () => {
  const ending = (uuid: string, certificate_expires_at: string | null, domain?: string) =>
    website(uuid, { certificate_expires_at, domain_expires_at: domain ?? null });
  const endings = endingSoon(
    [
      ending("in 13 days", "2026-12-06T12:00:00+00:00"),
      ending("in 15 days", "2026-12-08T12:00:00+00:00"),
      ending("ended", "2026-11-22T12:00:00+00:00", "2026-11-24T12:00:00+00:00"),
      ending("not known", null),
    ],
    NOW,
  );
  expect(endings.map(({ what, website: { uuid } }) => `${what}: ${uuid}`)).toEqual([
    "Certificate: ended",
    "Domain: ended",
    "Certificate: in 13 days",
  ]);
});

test("serious findings of the last seven days need attention, those of the same title once", () => {
  const having = (uuid: string, title: string, first_seen_at: string) =>
    website(uuid, { newest_serious_finding: { title, first_seen_at } });
  const findings = newFindings(
    [
      having("old", "Broken link", "2026-11-15T12:00:00+00:00"),
      having("a", "No phone layout on https://a.example/", "2026-11-20T12:00:00+00:00"),
      having("b", "No phone layout on https://b.example/", "2026-11-22T12:00:00+00:00"),
      website("none", { newest_serious_finding: null }),
    ],
    NOW,
  );
  expect(findings).toMatchObject([
    { title: "No phone layout on /", website: { uuid: "b" }, others: 1 },
  ]);
});

test.each([
  ["", ["b", "none", "a10", "a9"]],
  ["sort=value", ["a9", "a10", "b", "none"]],
  ["sort=-value", ["b", "a10", "a9", "none"]],
  ["sort=secret", ["b", "none", "a10", "a9"]],
])("rows are sorted by what the address names: %s", (query, expected) => {
  const columns = [
    { id: "value", by: ({ value }: { value: string | null }) => value },
    { id: "secret" },
  ];
  const rows = ["b", null, "a10", "a9"].map((value) => ({ value }));
  const sorting = sortingOf({ path: ["websites"], query: new URLSearchParams(query) }, columns);
  expect(sortRows(rows, sorting).map(({ value }) => value ?? "none")).toEqual(expected);
});

test("a search shows what the index found, and then what has the text anywhere, each once", () => {
  const of = { user_uuid: "u", business_uuid: "b" };
  const indexed = [{ kind: "business", uuid: "b", text: "Goldener Adler", ...of } as const];
  const loaded = [
    website("w1", {
      ...of,
      hostname: "https://goldener-ädler.example",
      business_name: "Goldener Adler",
    }),
    website("w2", {
      ...of,
      hostname: "other.example",
      business_uuid: "b2",
      business_name: "Zur Post",
    }),
  ];
  expect(mergeHits("ADL", indexed, loaded).map(({ uuid }) => uuid)).toEqual(["b", "w1"]);
});
