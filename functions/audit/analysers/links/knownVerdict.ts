import type { Crawl } from "../../crawl/crawl.ts";
import { judge, type Verdict } from "./verdict.ts";

const MAX_HOPS = 10;

/** A verdict from what the crawl has seen, or the URL that is still to be requested. */
export type Known = { verdict: Verdict } | { request: string };

/** Follows the redirects that the crawl has seen; `softPages` are keys of pages that are soft 404s. */
export function findKnown(
  { site, outcomes }: Crawl,
  softPages: ReadonlySet<string>,
  address: string,
): Known {
  const passed = new Set<string>();
  let url = address;
  while (passed.size <= MAX_HOPS) {
    const key = site.key(url);
    if (passed.has(key)) return broken("redirect-loop");
    passed.add(key);
    const outcome = outcomes.get(key);
    if (!outcome) return { request: url };
    const next = "status" in outcome ? outcome.redirectsTo : undefined;
    if (next === undefined) {
      return softPages.has(key) ? broken("soft 404") : { verdict: judge(outcome) };
    }
    url = next;
  }
  return broken("too-many-redirects");
}

export function broken(reason: string): { verdict: Verdict } {
  return { verdict: { verdict: "broken", reason } };
}
