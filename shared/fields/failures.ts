/** Why a request to another host got no answer. */
export const outboundFailures = [
  "invalid_url",
  /** A private address, or a port that is never requested. */
  "blocked",
  "dns",
  "refused",
  "unreachable",
  /** The host has no IPv4 address, and Lambda outside a VPC has no IPv6. */
  "ipv6_only",
  "reset",
  "timeout",
  "tls",
  "redirect_loop",
  "protocol",
] as const;
export type OutboundFailure = (typeof outboundFailures)[number];

/** Why a page or file could not be had: a failure, or an answer with an error. */
export const failures = [...outboundFailures, "http_4xx", "http_5xx", "http_other"] as const;
export type Failure = (typeof failures)[number];

/** The class of an HTTP status that is an error. */
export function failureOfStatus(status: number): Failure {
  if (status >= 400 && status < 500) return "http_4xx";
  return status >= 500 && status < 600 ? "http_5xx" : "http_other";
}
