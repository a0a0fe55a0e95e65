import { expect, test } from "vitest";
import { eventExample } from "../../../functions/reference/document/webhooks.ts";
import { eventTypes } from "../../../shared/webhooks/catalogue.ts";

test.each(eventTypes)("the example of %s is what its schema says", (type) => {
  const example = eventExample(type);
  expect(Object.keys(example)).toEqual([
    ...["type", "timestamp", "sequence", "user_uuid", "business_uuid"],
    ...(/down|up|paused/.test(type.replace("updated", "")) ? ["downtime"] : []),
    "data",
  ]);
  expect(example.type).toBe(type);
});

test.each(eventTypes)("the example of %s happens after what it says of its resource", (type) => {
  const { timestamp, sequence, data } = eventExample(type);
  expect(timestamp >= (data.updated_at ?? data.created_at ?? data.changed_at ?? "")).toBe(true);
  // A deletion is the last change of its resource.
  const ofNoun = eventTypes.filter((each) => each.split(".")[0] === type.split(".")[0]);
  const others = ofNoun.filter((each) => each !== type).map((each) => eventExample(each));
  const last = Math.max(...others.map((other) => other.sequence));
  if (type.endsWith(".deleted")) expect(sequence).toBe(last + 1);
});
