import {
  isBotWall,
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  redirectTarget,
} from "../../../shared/outbound/index.ts";

const MAX_HEADER_CHARACTERS = 1000;

/** The result of one request, without following redirects. */
export type Outcome = AnsweredOutcome | FailedOutcome;

interface AnsweredOutcome {
  status: number;
  /** A wall against robots answered in the place of the site, whatever the status. */
  mitigated: boolean;
  /** `X-Robots-Tag` asks every search engine not to list the page. */
  noindex?: true;
  redirectsTo?: string;
}

export interface FailedOutcome {
  failure: OutboundFailure;
  code?: string;
}

/** Describes an answer or a failure. A redirect to an invalid URL is a failure. */
export function describeOutcome(answer: OutboundResponse | OutboundError): Outcome {
  if (answer instanceof OutboundError) {
    const { failure, code } = answer;
    return { failure, ...(code && { code }) };
  }
  const { status, headers } = answer;
  try {
    const redirectsTo = redirectTarget(answer);
    const mitigated = isBotWall(headers);
    const noindex = saysNoindex(headers["x-robots-tag"] ?? "");
    return {
      status,
      mitigated,
      ...(noindex && { noindex }),
      ...(redirectsTo && { redirectsTo }),
    };
  } catch {
    return { failure: "invalid-url" };
  }
}

/**
 * Whether the value of `X-Robots-Tag`, or of a page's meta element `robots`, asks not to be listed.
 * `noindex, nofollow` does; `max-image-preview:none` does not, nor `otherbot: noindex`, which is for one
 * robot only.
 */
export function saysNoindex(rules: string): boolean {
  return rules
    .slice(0, MAX_HEADER_CHARACTERS)
    .toLowerCase()
    .split(/,|(?<![:\s])\s+/)
    .some((rule) => /^(?:noindex|none)$/.test(rule.trim()));
}

/** How HTML without a content type begins (WHATWG MIME Sniffing, 7.1), after a byte order mark if any. */
const HTML_START =
  /^(?:\xef\xbb\xbf)?\s*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;

/** Whether an answer is an HTML page: by its (first) content type or, without one, by how it begins. */
export function isHtml({ headers, body }: OutboundResponse): boolean {
  const type = headers["content-type"]?.split(/[;,]/)[0]?.trim().toLowerCase();
  if (type) return type === "text/html" || type === "application/xhtml+xml";
  return HTML_START.test(body.subarray(0, 1000).toString("latin1"));
}

/** For the log and for operators: `404`, `202 (bot wall)`, `timeout`, `tls (CERT_HAS_EXPIRED)`. */
export function nameOutcome(outcome: Outcome): string {
  if ("status" in outcome) return `${outcome.status}${outcome.mitigated ? " (bot wall)" : ""}`;
  return outcome.code ? `${outcome.failure} (${outcome.code})` : outcome.failure;
}
