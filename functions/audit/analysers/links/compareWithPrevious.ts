import { digest, type LinkState } from "./linkState.ts";
import type { LinkTarget } from "./linkTargets.ts";
import type { Verdict } from "./verdict.ts";

const MAX_STATE = 5000;

export interface BrokenTarget {
  target: LinkTarget;
  reason: string;
  /** Not broken in the previous audit. */
  isNew: boolean;
}

export interface Comparison {
  broken: BrokenTarget[];
  state: LinkState;
}

interface Audit {
  previous: LinkState;
  /** False when the crawl ended early: what was not seen may still be linked to. */
  complete: boolean;
}

/**
 * Decides with the previous audit's state what is broken, and what the next audit has to know. A
 * target that there was no time for stays what it was.
 */
export function compareWithPrevious(
  verdicts: Map<LinkTarget, Verdict>,
  { previous, complete }: Audit,
): Comparison {
  const wasBroken = new Set(previous.broken);
  const wasSuspect = new Set(previous.suspects);
  const seen = new Set<string>();
  const unchecked = new Set<string>();
  const state: LinkState = { broken: [], suspects: [] };
  const broken: BrokenTarget[] = [];

  for (const [target, { verdict, reason }] of verdicts) {
    const id = digest(target.key);
    const failedBefore = wasBroken.has(id) || wasSuspect.has(id);
    const isBroken = verdict === "broken" || (verdict === "suspect" && failedBefore);
    if (isBroken) broken.push({ target, reason, isNew: !wasBroken.has(id) });
    if (isBroken) state.broken.push(id);
    else if (verdict === "suspect") state.suspects.push(id);
    (verdict === "unchecked" ? unchecked : seen).add(id);
  }

  const stays = (id: string) => !seen.has(id) && (!complete || unchecked.has(id));
  state.broken.push(...previous.broken.filter(stays));
  state.suspects.push(...previous.suspects.filter(stays));
  return {
    broken,
    state: {
      broken: state.broken.slice(0, MAX_STATE),
      suspects: state.suspects.slice(0, MAX_STATE),
    },
  };
}
