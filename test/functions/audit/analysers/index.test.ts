import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type Analyser, nameOf } from "../../../../functions/audit/analyser.ts";
import { analysers } from "../../../../functions/audit/analysers/index.ts";
import { websiteSummaryData } from "../../../../functions/audit/feedItems.ts";
import { type FeedItemType, feedItemTypes } from "../../../../functions/audit/feedItemTypes.ts";

const folder = join(import.meta.dirname, "../../../../functions/audit/analysers");
const all: readonly Analyser[] = analysers;

/** `broken_links` is in the file or folder `brokenLinks`. */
const names = all.map((analyser) =>
  nameOf(analyser).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
);

test("each file or folder of the analysers is named after its analyser and in their list", () => {
  const files = readdirSync(folder).map((name) => name.replace(/(Faults)?\.ts$/, ""));
  const parts = new Set(files.filter((name) => name !== "index"));
  expect(names.toSorted()).toEqual([...parts].toSorted());
});

test("each analyser has a file of tests", () => {
  const tested = readdirSync(import.meta.dirname).map((name) => name.replace(".test.ts", ""));
  expect(tested).toEqual(expect.arrayContaining(names));
});

test("each type of feed item is made by one analyser", () => {
  const types = [
    "website_summary",
    "website_summary_details",
    "website_unreadable",
    ...all.flatMap(({ items }) => Object.keys(items)),
    "downtime",
    "unstable",
  ];
  expect(Object.keys(feedItemTypes)).toEqual(types);
  expect(new Set(types).size).toBe(types.length);
});

test("each analyser has another name, and none has the uptime check's switch", () => {
  expect(new Set(names).size).toBe(names.length);
  expect(all.map(({ feature }) => feature)).not.toContain("downtime");
});

test("each analyser summarises the fields that it states, and nothing else", () => {
  for (const { summary, summarise } of all) {
    expect(Object.keys(summary)).toEqual(expect.arrayContaining(Object.keys(summarise({}))));
  }
  expect(Object.keys(websiteSummaryData.def.shape).toSorted()).toEqual(
    [...all.flatMap(({ summary }) => Object.keys(summary)), "uptime_percentage"].toSorted(),
  );
});

test.each(Object.entries<FeedItemType>(feedItemTypes))(
  "each field of the data of %s has a description and an example",
  (_, { data }) => expectDescribed(z.toJSONSchema(data) as Schema),
);

interface Schema {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** A list of objects has the example of their fields. */
function expectDescribed({ properties, items }: Schema) {
  for (const [name, field] of Object.entries(properties ?? {})) {
    expect(field, name).toHaveProperty("description", expect.stringMatching(/\.$/));
    if (!field.items?.properties) expect(field, name).toHaveProperty("examples");
    expectDescribed(field);
  }
  if (items) expectDescribed(items);
}
