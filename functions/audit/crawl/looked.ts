import { createHash } from "node:crypto";
import { nameOutcome, type Outcome } from "../pages/outcome.ts";
import { Site } from "./site.ts";

/** The addresses that a crawl looked at, as digests; inverted: all but these, those that are gone included. */
export interface Looked {
  ids: string[];
  isInverted: boolean;
}

export const NOT_LOOKED: Looked = { ids: [], isInverted: false };

/** Beyond this number, it is shorter to say what was looked at. */
const MAX_LEFT = 2000;
const ID_CHARACTERS = 8;
/** Less than the 300 of a shortened address, as session ids may be cut out of it. */
const COMPARED_CHARACTERS = 250;

/**
 * Which addresses were looked at: those with a page or a redirect, and those that are gone for good. If the
 * whole website was crawled, `known` has all its addresses: any other one is gone, too.
 */
export function findLooked(outcomes: ReadonlyMap<string, Outcome>, known?: string[]): Looked {
  const isLooked = (key: string) => {
    const outcome = outcomes.get(key);
    return outcome !== undefined && saysWhatIsThere(outcome);
  };
  const left = known?.filter((key) => !isLooked(key));
  if (left && left.length <= MAX_LEFT) return { ids: left.map(idOf), isInverted: true };
  return { ids: [...outcomes.keys()].filter(isLooked).map(idOf), isInverted: false };
}

/** The number of addresses that were requested in vain, by what came instead of a page. */
export function countFailed(outcomes: ReadonlyMap<string, Outcome>): Record<string, number> {
  const failed: Record<string, number> = {};
  for (const outcome of outcomes.values()) {
    if (saysWhatIsThere(outcome)) continue;
    const name = nameOutcome(outcome);
    failed[name] = (failed[name] ?? 0) + 1;
  }
  return failed;
}

/** Whether an answer tells what is at an address: a page, a redirect, or nothing (404, 410). */
function saysWhatIsThere(outcome: Outcome): boolean {
  if (!("status" in outcome))
    return outcome.failure === "invalid_url" || outcome.failure === "redirect_loop";
  const { status, mitigated, malformed } = outcome;
  return (
    !mitigated && malformed === undefined && (status < 400 || status === 404 || status === 410)
  );
}

/** Whether a crawl looked at this address. */
export function lookedAt({ ids, isInverted }: Looked): (url: string) => boolean {
  const some = new Set(ids);
  return (url) => some.has(idOf(url)) !== isInverted;
}

/**
 * The same for all addresses of one page, whatever their scheme. Findings have addresses shortened (`clip`),
 * so what differs only beyond this length counts as one page.
 */
function idOf(url: string): string {
  const key = URL.canParse(url) ? new Site(url).key(url) : url;
  const address = key.replace(/^https?:/, "").slice(0, COMPARED_CHARACTERS);
  return createHash("sha256").update(address).digest("base64url").slice(0, ID_CHARACTERS);
}
