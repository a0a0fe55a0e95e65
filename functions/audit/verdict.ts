import type { PACKING_LIMIT } from "./analyser.ts";
import type { Crawl } from "./crawl/crawl.ts";
import { type FailedOutcome, nameOutcome, type Outcome } from "./pages/outcome.ts";

const MAX_HOPS = 10;

/**
 * `suspect`: broken if the previous audit found it so too, otherwise inconclusive; for what may
 * be over in a minute. `unchecked`: it was not requested, or there was no time for its answer.
 */
export interface Verdict {
  verdict: "ok" | "broken" | "inconclusive" | "suspect" | "unchecked";
  reason: string;
}

const INCONCLUSIVE = new Set([401, 403, 407, 429, 451, 999]);
/** Other hosts answer robots with any other of 400 to 499, and with 503, where visitors get the page. */
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

/** What the last answer, after redirects, says about a link. `isOwn`: it is the website's. */
export function judge(outcome: Outcome, { isOwn = true } = {}): Verdict {
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
      // Browsers get the certificate of the issuer themselves where the server does not send it.
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

/** A verdict from what the crawl has seen, or the URL that is still to be requested. */
export type Known = { verdict: Verdict } | { request: string };

/**
 * Follows the redirects that the crawl has seen; `softPages` are keys of pages that are soft 404s. What
 * leads in circles may do so for want of a cookie: it is requested.
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
      return softPages.has(key) ? broken("soft 404") : { verdict: judge(outcome) };
    }
    url = next;
  }
  return broken("too-many-redirects");
}

/** The verdict on a link that leads nowhere, for this reason. */
export function broken(reason: string): { verdict: Verdict } {
  return { verdict: { verdict: "broken", reason } };
}
