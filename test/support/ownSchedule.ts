import { onTestFinished } from "vitest";
import { newUuid } from "../../shared/platform/uuid.ts";
import { interceptRequests } from "./interceptRequests.ts";

const SCHEDULED = /^(schedule|due|roster|bucket|buckets)#/;

/**
 * Makes ticks and rounds find only what this test puts into the schedule (buckets, rounds, checks, webhooks),
 * with cursors of its own, until the test is over.
 */
export function ownSchedule() {
  const own = `#${newUuid()}`;
  const isolate = (input: unknown) => {
    if (typeof input !== "object" || input === null) return;
    const values = input as Record<string, unknown>;
    for (const [name, value] of Object.entries(values)) {
      if (typeof value !== "string") isolate(value);
      else if (SCHEDULED.test(value) && !value.endsWith(own)) values[name] = `${value}${own}`;
    }
  };
  onTestFinished(interceptRequests((_, input) => isolate(input)));
}
