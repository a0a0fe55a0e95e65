import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Analyser } from "../../../../functions/audit/analyser.ts";
import { analysers } from "../../../../functions/audit/analysers/index.ts";
import {
  type FeedItemType,
  feedItemTypes,
  renderFeedItemTable,
} from "../../../../functions/audit/feedItemTypes.ts";

const folder = join(import.meta.dirname, "../../../../functions/audit/analysers");

test("each file or folder of the analysers is in their list, and no other", () => {
  const names = readdirSync(folder).map((name) => name.replace(/\.ts$/, ""));
  expect(Object.keys(analysers).toSorted()).toEqual(
    names.filter((name) => name !== "index").toSorted(),
  );
});

test("each of them has tests of its own", () => {
  const tested = readdirSync(import.meta.dirname).map((name) => name.replace(".test.ts", ""));
  expect(tested).toEqual(expect.arrayContaining(Object.keys(analysers)));
});

test("no type of feed item is made by two, or twice", () => {
  const types = Object.values<Analyser>(analysers).flatMap(({ items }) => Object.keys(items));
  const all = [
    "website_summary",
    "website_summary_details",
    "website_unreadable",
    ...types,
    "downtime",
  ];
  expect(Object.keys(feedItemTypes)).toEqual(all);
  expect(new Set(all).size).toBe(all.length);
});

test("no two analysers are turned on by the same switch, nor by that of the uptime check", () => {
  const features = Object.values<Analyser>(analysers).map(({ feature }) => feature);
  expect(new Set([...features, "downtime"]).size).toBe(features.length + 1);
});

test("the table of the documentation has a line for each type, with all fields of its data", () => {
  const [header, rule, ...rows] = renderFeedItemTable().split("\n");
  expect(header).toBe("| Feed item | Category | Switch of the plan | Written | Fields of `data` |");
  expect(rule).toBe("| --- | --- | --- | --- | --- |");
  expect(rows).toHaveLength(Object.keys(feedItemTypes).length);
  expect(rows).toContain(
    "| `broken_links` | website | `broken_links` | when what it says has changed | `links_broken_count`, `new_links_broken_count` |",
  );
  for (const [type, { data }] of Object.entries<FeedItemType>(feedItemTypes)) {
    const row = rows.find((row) => row.startsWith(`| \`${type}\` |`));
    for (const field of Object.keys(data.def.shape)) expect(row).toContain(`\`${field}\``);
  }
});
