import type { Effort } from "../inChild.ts";

/** What an audit of a site's links came to. */
export interface LinkAudit {
  /** HTML pages read. */
  pages: number;
  /** Distinct. */
  links: string[];
  broken: string[];
  /** Memory that is in use at the end, of everything that was kept of the pages, too. */
  inUseMb?: number;
  effort: Effort;
}

/** What two audits of the same site say differently, one line for each kind; empty if nothing. */
export function compareLinks(own: LinkAudit, other: LinkAudit): string[] {
  return [
    describe("links only here", without(own.links, other.links)),
    describe("links only linkinator's", without(other.links, own.links)),
    describe("broken only here", without(own.broken, other.broken)),
    describe("broken only linkinator's", without(other.broken, own.broken)),
  ].flat();
}

function without(some: string[], others: string[]): string[] {
  const known = new Set(others);
  return some.filter((url) => !known.has(url));
}

function describe(what: string, urls: string[]): string[] {
  if (urls.length === 0) return [];
  const examples = urls.slice(0, 5).map((url) => `\`${new URL(url).pathname}\``);
  return [`${urls.length} ${what}: ${examples.join(", ")}${urls.length > 5 ? " …" : ""}.`];
}
