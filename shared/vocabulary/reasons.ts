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

/** Why a page or file could not be had: a failure, or the class of a status that is an error. */
const failures = [...outboundFailures, "http_4xx", "http_5xx", "http_other"] as const;

/** Why a website counts as down, or why that could not be told. */
export const downtimeCauses = [...failures, "other_port", "other"] as const;
export type DowntimeCause = (typeof downtimeCauses)[number];

/** What a probe found. `up_refused`: the website works, but refuses our address. `paused`: it is not probed. */
export const probeOutcomes = ["up", "up_refused", "paused", ...downtimeCauses] as const;

/** Why a link, image or file counts as broken. */
export const brokenReasons = [
  ...failures,
  "soft_404",
  /** An image, a script or a style sheet is answered with an HTML page. */
  "html_page",
  "private_address",
  "other",
] as const;

/** Why an audit could not read a website. */
export const unreadableReasons = [
  ...failures,
  "bot_wall",
  "robots_txt",
  "robots_txt_failed",
  "no_html",
  /** The website works, but its answer breaks the rules of HTTP. */
  "malformed_answer",
  "too_expensive",
  "deadline",
  "other",
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/** Why a part of a website was not checked. */
export const uncheckedReasons = [
  "page_limit",
  "deadline",
  "size_limit",
  "robots_txt",
  "nofollow",
  /** It has more text, links or other elements than are read of a page. */
  "long_page",
  "built_by_scripts",
  "unknown_language",
  /** Some of the text seems to be in another language. */
  "foreign_text",
  /** The website has more unknown words than are looked up. */
  "many_words",
  "feed_limit",
  "link_limit",
  "credentials",
  "host_times_out",
  "sample",
  "bot_wall",
  "malformed_answer",
  ...failures,
  "other",
] as const;

/** A code of a closed list, and what a program calls the same. */
interface Reason<Code extends string> {
  reason: Code | "other";
  technical?: string;
}

/** The code of a reason as audits and probes write it down: `page_limit`, `dns (ENOTFOUND)`, `http 503`. */
export function reasonIn<const Code extends string>(
  codes: readonly Code[],
  text: string,
): Reason<Code> {
  const { code, technical } = readReason(text);
  const reason = codes.find((each) => each === code);
  if (reason === undefined) return { reason: "other", technical: text };
  return { reason, ...(technical !== undefined && { technical }) };
}

function readReason(text: string): { code: string; technical?: string } {
  const [, status, wall] = /^(?:http )?(\d{3})( \(bot wall\))?$/.exec(text) ?? [];
  if (status)
    return { code: wall ? "bot_wall" : classOf(Number(status)), technical: `http ${status}` };
  const [, code = "", technical] = /^(\w+)(?: \((.*)\))?$/.exec(text) ?? [];
  if (technical === undefined) return { code };
  if (code === "up") return { code: "up_refused", technical: `http ${technical}` };
  return code === "unknown" ? readReason(technical) : { code, technical };
}

function classOf(status: number): (typeof failures)[number] {
  if (status >= 400 && status < 500) return "http_4xx";
  return status >= 500 && status < 600 ? "http_5xx" : "http_other";
}

/** Statuses of a server that works, but refuses robots or asks them to slow down. */
export const REFUSALS = [401, 403, 429, 451];

/** Why an audit could not read a website, as the API shows it. */
export function presentUnreadable(text: string): Reason<UnreadableReason> {
  const reason = reasonIn(unreadableReasons, text);
  const isRefusal = REFUSALS.some((status) => reason.technical === `http ${status}`);
  return isRefusal ? { ...reason, reason: "bot_wall" } : reason;
}

/** A probe's outcome as the API shows it: a failure always has its technical name. */
export function presentOutcome(text: string): Reason<(typeof probeOutcomes)[number]> {
  const { reason, technical } = reasonIn(probeOutcomes, withoutEnd(text));
  const isFailure = !/^(?:up|unknown)\b/.test(text);
  return { reason, ...((technical ?? isFailure) && { technical: technical ?? reason }) };
}

/** The cause of a downtime as the API shows it; null where it is not known. */
export function presentCause(text: string | null | undefined): {
  cause: DowntimeCause | null;
  technical: string | null;
} {
  if (!text) return { cause: null, technical: null };
  const { reason, technical = reason } = reasonIn(downtimeCauses, withoutEnd(text));
  return { cause: reason, technical };
}

/** When the certificate ended: `tls (CERT_HAS_EXPIRED, 2026-11-01T00:00:00+00:00)`. */
const END = /, (\d{4}-[\dT:+-]{20})(?=\)$)/;

function withoutEnd(outcome: string): string {
  return outcome.replace(END, "");
}

/** When the certificate ended that is the cause of a downtime. */
export function certificateEnd(cause: string | null | undefined): string | undefined {
  return END.exec(cause ?? "")?.[1];
}
