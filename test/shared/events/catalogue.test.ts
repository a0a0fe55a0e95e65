import { expect, test } from "vitest";
import { eventCatalogue, eventData } from "../../../shared/events/catalogue.ts";
import { eventTypes } from "../../../shared/events/eventTypes.ts";
import { examples } from "../../../shared/events/examples.ts";

test.each(eventTypes)("the example of %s is what its schema says", (type) => {
  const example = examples[type] as { type: string; sequence: number; data: object };
  expect(Object.keys(example)).toEqual(["type", "timestamp", "sequence", "data"]);
  expect(example.type).toBe(type);
  expect(eventData[eventCatalogue[type].resource].parse(example.data)).toEqual(example.data);
});
