import { expect, test } from "vitest";
import * as z from "zod/mini";
import { feedItemTypes } from "../../../../shared/audit/feedItemTypes.ts";

test("an item is of a type of the specification, of the audit as a whole, or called as its switch", () => {
  const types = Object.entries(feedItemTypes).map(([type, { feature = "" }]) => [type, feature]);
  expect(types).toEqual([
    ...["website_summary", "website_summary_details", "website_unreadable"].map((type) => [
      type,
      "",
    ]),
    ["broken_links", "broken_links"],
    ...["sitemap", "headings", "spelling", "mobile", "ssl", "mobile_speed", "domain_age"].map(
      (type) => [type, type],
    ),
    ["listings_summary", "listings"],
    ["blog", "blog"],
    ["downtime", "downtime"],
    ["unstable", "downtime"],
  ]);
});

test.each(Object.entries(feedItemTypes))(
  "each field of the data of %s has a description and an example",
  (_, { data }) => expectDescribed(z.toJSONSchema(data) as Schema),
);

interface Schema {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** An object, and a list of objects, has the example of their fields. */
function expectDescribed({ properties, items }: Schema) {
  for (const [name, field] of Object.entries(properties ?? {})) {
    expect(field, name).toHaveProperty("description", expect.stringMatching(/\.$/));
    const isComposed = field.items?.properties ?? field.properties ?? field.items;
    if (!isComposed) expect(field, name).toHaveProperty("examples");
    expectDescribed(field);
  }
  if (items) expectDescribed(items);
}
