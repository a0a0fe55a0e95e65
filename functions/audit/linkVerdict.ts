import type { PACKING_LIMIT } from "./analyser.ts";
import type { Crawl } from "./crawl/crawl.ts";
import { type FailedOutcome, nameOutcome, type Outcome } from "./pages/outcome.ts";

const MAX_HOPS = 10;

/**
 * What a request says about a link. `suspect`: a failure that may be over in a minute; broken if the
 * previous audit found it too, otherwise inconclusive. `unchecked`: the link was not requested, or there
 * was no time for its answer.
 */
export interface Verdict {
  verdict: "ok" | "broken" | "inconclusive" | "suspect" | "unchecked";
  reason: string;
}

const INCONCLUSIVE = new Set([401, 403, 407, 429, 451, 999]);
/** The only statuses that count on other hosts, which often answer robots with 4xx or 503. */
const GONE = new Set([404, 410]);

/** Why a link was not requested. */
type UncheckedReason =
  | typeof PACKING_LIMIT
  | "deadline"
  | "limit of links"
  | "limit of links to one host"
  | "robots.txt"
  | "credentials"
  | "host times out";

export function unchecked(reason: UncheckedReason): Verdict {
  return { verdict: "unchecked", reason };
}

/** The verdict from the last answer, after redirects. `isOwn`: the link leads to the website itself. */
export function judgeLink(outcome: Outcome, { isOwn = true } = {}): Verdict {
  return { verdict: findVerdict(outcome, isOwn), reason: nameOutcome(outcome) };
}

function findVerdict(outcome: Outcome, isOwn: boolean): Verdict["verdict"] {
  if ("failure" in outcome) return judgeFailure(outcome);
  const { status, mitigated } = outcome;
  if (mitigated || INCONCLUSIVE.has(status)) return "inconclusive";
  if (status < 400) return "ok";
  if (!isOwn && !GONE.has(status) && (status < 500 || status === 503)) return "inconclusive";
  if (status < 500) return "broken";
  return status < 600 ? "suspect" : "inconclusive";
}

function judgeFailure({ failure, code }: FailedOutcome): Verdict["verdict"] {
  switch (failure) {
    case "invalid-url":
    case "redirect-loop":
    case "too-many-redirects":
      return "broken";
    case "dns":
      return code === "ENOTFOUND" || code === "ENODATA" ? "broken" : "suspect";
    case "tls":
      // Browsers fetch a missing certificate of the issuer themselves.
      if (code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE") return "inconclusive";
      return code?.startsWith("ERR_SSL_") || code === "EPROTO" ? "suspect" : "broken";
    case "blocked":
      return "inconclusive";
    case "ipv6-only":
      return "unchecked";
    default:
      return "suspect";
  }
}

/** A verdict from the crawl, or the URL that is still to be requested. */
export type Known = { verdict: Verdict } | { request: string };

/**
 * Follows the redirects that the crawl has seen; `softPages` are keys of pages that are soft 404s. An
 * address that redirects in a circle is requested, because a cookie may end the circle.
 */
export function findKnown(
  { site, outcomes }: Crawl,
  softPages: ReadonlySet<string>,
  address: string,
): Known {
  const passed = new Set<string>();
  let url = address;
  while (passed.size <= MAX_HOPS) {
    const key = site.key(url);
    if (passed.has(key)) return { request: address };
    passed.add(key);
    const outcome = outcomes.get(key);
    if (!outcome) return { request: url };
    const next = "status" in outcome ? outcome.redirectsTo : undefined;
    if (next === undefined) {
      return softPages.has(key) ? broken("soft 404") : { verdict: judgeLink(outcome) };
    }
    url = next;
  }
  return broken("too-many-redirects");
}

/** The verdict on a broken link. */
export function broken(reason: string): { verdict: Verdict } {
  return { verdict: { verdict: "broken", reason } };
}
