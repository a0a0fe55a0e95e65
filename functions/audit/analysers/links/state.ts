import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Verdict } from "../../verdict.ts";
import type { LinkTarget } from "./targets.ts";

const MAX_STATE = 5000;

/** What one audit of links leaves for the next: digests of targets. */
export const linkState = z.object({
  broken: z.array(z.string()),
  /** Failed in a way that may have been over a minute later. */
  suspects: z.array(z.string()),
});

export type LinkState = z.infer<typeof linkState>;

export const NO_LINK_STATE: LinkState = { broken: [], suspects: [] };

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

/** So that a target that once failed is checked again, however many there are. */
export function failedBeforeFirst(targets: LinkTarget[], { broken, suspects }: LinkState) {
  const failed = new Set([...broken, ...suspects]);
  if (failed.size === 0) return targets;
  const before = targets.filter(({ key }) => failed.has(digest(key)));
  return [...new Set([...before, ...targets])];
}

/** A judgement of another website of the same host name, with what was broken of this one before. */
export function newAmong(ids: string[], { broken }: LinkState): Set<string> {
  const wasBroken = new Set(broken);
  return new Set(ids.filter((id) => !wasBroken.has(id)));
}

/** 66 bits of SHA-256: short enough to keep some thousands of them in one record. */
export function digest(key: string) {
  return createHash("sha256").update(key).digest("base64url").slice(0, 11);
}
