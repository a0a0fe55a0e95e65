import { createHash } from "node:crypto";
import type { Outcome } from "../pages/outcome.ts";
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

/**
 * Which addresses were looked at: those with a page or a redirect, and those that are gone for good. If the
 * whole website was crawled, `known` has all its addresses: any other one is gone, too.
 */
export function findLooked(outcomes: ReadonlyMap<string, Outcome>, known?: string[]): Looked {
  const isLooked = (key: string) => {
    const outcome = outcomes.get(key);
    if (!outcome || !("status" in outcome) || outcome.mitigated) return false;
    return outcome.status < 400 || outcome.status === 404 || outcome.status === 410;
  };
  const left = known?.filter((key) => !isLooked(key));
  if (left && left.length <= MAX_LEFT) return { ids: left.map(idOf), isInverted: true };
  return { ids: [...outcomes.keys()].filter(isLooked).map(idOf), isInverted: false };
}

/** Whether a crawl looked at this address. */
export function lookedAt({ ids, isInverted }: Looked): (url: string) => boolean {
  const some = new Set(ids);
  return (url) => some.has(idOf(url)) !== isInverted;
}

/** The same for all addresses of one page, whatever their scheme. */
function idOf(url: string): string {
  const key = URL.canParse(url) ? new Site(url).key(url) : url;
  const address = key.replace(/^https?:/, "");
  return createHash("sha256").update(address).digest("base64url").slice(0, ID_CHARACTERS);
}
