import { setTimeout } from "node:timers/promises";
import { Problem } from "../local/problem.ts";
import { createProgress } from "../local/progress.ts";
import type { Ask } from "./commandLine.ts";

const POLL_MS = 5000;

/** What `audit run` answers. */
export interface AuditRun {
  website_uuid: string;
  requested_at: string;
  checks: string[];
}

interface AuditResult {
  pending: string[];
  feed_items: unknown[];
}

/**
 * Asks again and again until the checks of an `audit run` are done, and returns the feed items that
 * came of them; a Problem when that takes longer than so many minutes. `pause` and `now` (both in
 * milliseconds) are replaced by tests.
 */
export async function waitForAudit(
  { website_uuid, requested_at, checks }: AuditRun,
  ask: Ask,
  {
    minutes,
    pause = setTimeout,
    now = Date.now,
  }: { minutes: number; pause?: (ms: number) => Promise<unknown>; now?: () => number },
): Promise<unknown[]> {
  const deadline = now() + minutes * 60_000;
  const progress = createProgress();
  progress.step(waitingFor(checks));
  try {
    for (;;) {
      const result = (await ask("audit result", { website_uuid, requested_at })) as AuditResult;
      const { pending, feed_items } = result;
      if (pending.length === 0) return feed_items;
      if (now() >= deadline) {
        throw new Problem(
          `Not done within ${minutes} min: ${pending.join(", ")}. "check list --website ${website_uuid}" shows when it is due.`,
        );
      }
      progress.step(waitingFor(pending));
      await pause(Math.min(POLL_MS, deadline - now()));
    }
  } finally {
    progress.end();
  }
}

function waitingFor(checks: string[]): string {
  return `Waiting for ${checks.join(" and ")}`;
}
