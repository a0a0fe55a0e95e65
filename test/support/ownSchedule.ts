import { onTestFinished } from "vitest";
import { newUuid } from "../../shared/uuid.ts";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Has ticks find only what this test puts into the schedule (seats of rosters, checks, lanes), with cursors
 * of its own, until it is over.
 */
export function ownSchedule() {
  const own = `#${newUuid()}`;
  const end = interceptRequests((_, { Key, Item, ExpressionAttributeValues }) => {
    for (const [values, name] of [
      [Key, "pk"],
      [Item, "pk"],
      [Item, "gsi1pk"],
      [ExpressionAttributeValues, ":pk"],
    ] as [Record<string, unknown> | undefined, string][]) {
      const key = String(values?.[name]);
      if (values && /^(schedule|due|rosters)#/.test(key)) values[name] = `${key}${own}`;
    }
  });
  onTestFinished(end);
}
