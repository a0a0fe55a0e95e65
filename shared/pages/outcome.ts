import {
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  redirectTarget,
} from "../outbound/index.ts";

/** What became of one request, redirects not followed. */
export type Outcome = AnsweredOutcome | FailedOutcome;

interface AnsweredOutcome {
  status: number;
  /** A bot wall answered instead of the site: Cloudflare's `cf-mitigated`. */
  mitigated: boolean;
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
    const mitigated = headers["cf-mitigated"] !== undefined;
    return { status, mitigated, ...(redirectsTo && { redirectsTo }) };
  } catch {
    return { failure: "invalid-url" };
  }
}

/** Whether an answer is an HTML page: by its content type or, without one, by how it begins. */
export function isHtml({ headers, body }: OutboundResponse): boolean {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type) return type === "text/html" || type === "application/xhtml+xml";
  return /^\s*(?:<!doctype html|<html)/i.test(body.subarray(0, 1000).toString("latin1"));
}

/** For the log and for operators: `404`, `timeout`, `tls (CERT_HAS_EXPIRED)`. */
export function nameOutcome(outcome: Outcome): string {
  if ("status" in outcome) return String(outcome.status);
  return outcome.code ? `${outcome.failure} (${outcome.code})` : outcome.failure;
}
