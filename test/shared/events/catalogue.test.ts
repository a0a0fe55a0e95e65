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

test.each(eventTypes)("the example of %s happens after what it says of its resource", (type) => {
  const { timestamp, sequence, data } = examples[type] as {
    timestamp: string;
    sequence: number;
    data: { created_at: string; updated_at: string | null };
  };
  expect(timestamp >= (data.updated_at ?? data.created_at)).toBe(true);
  // A deletion is the last change of its resource.
  const ofNoun = eventTypes.filter((each) => each.split(".")[0] === type.split(".")[0]);
  const others = ofNoun.filter((each) => each !== type).map((each) => examples[each]);
  const last = Math.max(...others.map((other) => (other as { sequence: number }).sequence));
  if (type.endsWith(".deleted")) expect(sequence).toBe(last + 1);
});
