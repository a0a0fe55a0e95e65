import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Analyser } from "../../../../functions/audit/analyser.ts";
import { analysers } from "../../../../functions/audit/analysers/index.ts";
import { websiteSummaryData } from "../../../../functions/audit/feedItems.ts";
import { type FeedItemType, feedItemTypes } from "../../../../functions/audit/feedItemTypes.ts";

const all: readonly Analyser[] = analysers;

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
