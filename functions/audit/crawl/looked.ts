import { nameOutcome, type Outcome } from "../pages/outcome.ts";
import { Site } from "./site.ts";

/** Less than the 300 of a shortened address, as session ids may be cut out of it. */
const COMPARED_CHARACTERS = 250;

/**
 * Tells which addresses a crawl looked at: those with a page or a redirect, and those that are gone for good. If the
 * whole website was crawled, `known` has all its addresses: any other one is gone, too.
 */
export function lookedAt(
  outcomes: ReadonlyMap<string, Outcome>,
  known?: string[],
): (url: string) => boolean {
  const isLooked = (key: string) => {
    const outcome = outcomes.get(key);
    return outcome !== undefined && saysWhatIsThere(outcome);
  };
  const left = known && new Set(known.filter((key) => !isLooked(key)).map(compared));
  if (left) return (url) => !left.has(compared(url));
  const looked = new Set([...outcomes.keys()].filter(isLooked).map(compared));
  return (url) => looked.has(compared(url));
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

/**
 * The same for all addresses of one page, whatever their scheme. Findings have addresses shortened (`clip`),
 * so what differs only beyond this length counts as one page.
 */
function compared(url: string): string {
  const key = URL.canParse(url) ? new Site(url).key(url) : url;
  return key.replace(/^https?:/, "").slice(0, COMPARED_CHARACTERS);
}
