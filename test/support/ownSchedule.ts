import { onTestFinished } from "vitest";
import { newUuid } from "../../shared/platform/uuid.ts";
import { interceptRequests } from "./interceptRequests.ts";

const SCHEDULED = /^(schedule|due|roster|bucket|buckets)#/;

/**
 * Makes ticks and rounds find only what this test puts into the schedule (buckets, rounds, checks, webhooks),
 * with cursors of its own, until the test is over.
 */
export function ownSchedule() {
  isolateKeys(SCHEDULED);
}

/** Makes this test find only what it writes itself under these keys, until it is over. */
function isolateKeys(keys: RegExp) {
  const own = `#${newUuid()}`;
  onTestFinished(interceptRequests((_, input) => isolate(input, { keys, own })));
}

function isolate(input: unknown, how: { keys: RegExp; own: string }) {
  if (typeof input !== "object" || input === null) return;
  const values = input as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "string") isolate(value, how);
    else if (how.keys.test(value) && !value.endsWith(how.own)) values[name] = `${value}${how.own}`;
  }
}
