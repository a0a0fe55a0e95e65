import {
  isBotWall,
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  redirectTarget,
} from "../../../shared/outbound/index.ts";

const MAX_HEADER_CHARACTERS = 1000;

/** What became of one request, redirects not followed. */
export type Outcome = AnsweredOutcome | FailedOutcome;

interface AnsweredOutcome {
  status: number;
  /** A wall against robots has answered instead of the site, whatever the status. */
  mitigated: boolean;
  /** Search engines are asked not to list it: `X-Robots-Tag`, for all of them. */
  noindex?: true;
  redirectsTo?: string;
}

export interface FailedOutcome {
  failure: OutboundFailure;
  code?: string;
}

/** What an answer means, or what prevented one; a redirect to what is no URL is a failure. */
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
 * Whether the value of `X-Robots-Tag`, or of a page's `robots`, asks not to be listed: `noindex, nofollow`
 * does, `max-image-preview:none` and `otherbot: noindex`, which is for another robot, do not.
 */
export function saysNoindex(rules: string): boolean {
  return rules
    .slice(0, MAX_HEADER_CHARACTERS)
    .toLowerCase()
    .split(/,|(?<![:\s])\s+/)
    .some((rule) => /^(?:noindex|none)$/.test(rule.trim()));
}

/** How HTML begins that does not say that it is (WHATWG's MIME Sniffing, 7.1), also behind the mark of UTF-8. */
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
