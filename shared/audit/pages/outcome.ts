import { isDecoded } from "../../platform/outbound/body.ts";
import { OutboundError } from "../../platform/outbound/failure.ts";
import {
  isBotWall,
  type OutboundResponse,
  redirectTarget,
} from "../../platform/outbound/request.ts";
import type { OutboundFailure } from "../../vocabulary/reasons.ts";
import type { Page } from "./page.ts";

const MAX_HEADER_CHARACTERS = 1000;
/** Some themes preload dozens of files by it. */
const MAX_LINK_CHARACTERS = 16_384;

/** The result of one request, without following redirects. */
export type Outcome = AnsweredOutcome | FailedOutcome;

interface AnsweredOutcome {
  status: number;
  /** A bot wall answered in place of the site, whatever the status. */
  mitigated: boolean;
  /** Node's code if its parser refused the answer; only the status is known. */
  malformed?: string;
  /** The page that the site sends with status 200 for addresses that don't exist. */
  isSoftNotFound?: true;
  /** `X-Robots-Tag` asks every search engine not to list the page. */
  noindex?: true;
  redirectsTo?: string;
}

interface FailedOutcome {
  failure: OutboundFailure;
  code?: string;
}

/** Describes an answer or a failure. A redirect to an invalid URL is a failure. */
export function describeOutcome(answer: OutboundResponse | OutboundError): Outcome {
  if (answer instanceof OutboundError) {
    const { failure, code } = answer;
    return { failure, ...(code && { code }) };
  }
  const { status, headers, malformed } = answer;
  const isUnread = malformed !== undefined && answer.body.length === 0;
  try {
    const redirectsTo = redirectTarget(answer);
    const mitigated = isBotWall(answer);
    const noindex = saysNoindex(headers["x-robots-tag"] ?? "");
    return {
      status,
      mitigated,
      ...(isUnread && { malformed }),
      ...(noindex && { noindex }),
      ...(redirectsTo && { redirectsTo }),
    };
  } catch (error) {
    return { failure: error instanceof OutboundError ? error.failure : "invalid_url" };
  }
}

/**
 * Whether the value of `X-Robots-Tag`, or of a page's meta element, asks not to be listed. `noindex, nofollow` and
 * `googlebot: noindex` do; `max-image-preview:none` and `otherbot: noindex` do not.
 */
function saysNoindex(rules: string): boolean {
  const directives = rules.slice(0, MAX_HEADER_CHARACTERS).toLowerCase().split(/[,\n]/);
  return directives.some((rule) => {
    const words = rule
      .trim()
      .replace(/^googlebot\s*:/, "")
      .split(/\s+/);
    const isNamed = words.some((word) => word.includes(":"));
    return !isNamed && (words.includes("noindex") || words.includes("none"));
  });
}

/** Whether a page asks search engines not to list it. */
export function isUnlisted({ meta }: Page): boolean {
  return saysNoindex(meta["robots"] ?? "") || saysNoindex(meta["googlebot"] ?? "");
}

/** The addresses that the header `Link` names with a relation (RFC 8288): `</map.xml>; rel="sitemap"`. */
export function linksIn({ url, headers }: OutboundResponse, relation: string): string[] {
  const [, ...links] = (headers["link"] ?? "").slice(0, MAX_LINK_CHARACTERS).split("<");
  return links.flatMap((link) => {
    const [address = "", parameters = ""] = link.split(">", 2);
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([\w-]+))/i.exec(parameters);
    const names = (relations?.[1] ?? relations?.[2] ?? "").toLowerCase().split(/\s+/);
    const target = names.includes(relation) ? URL.parse(address, url) : null;
    return target && /^https?:$/.test(target.protocol) ? [target.href] : [];
  });
}

/** How HTML without a content type begins (WHATWG MIME Sniffing, 7.1), after a byte order mark if any. */
const HTML_START =
  /^(?:\xef\xbb\xbf)?\s*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;

export const XHTML = "application/xhtml+xml";

/** The (first) content type of an answer in lower case, without parameters; undefined if it has none. */
export function contentType({ headers }: Pick<OutboundResponse, "headers">): string | undefined {
  return headers["content-type"]?.split(/[;,]/)[0]?.trim().toLowerCase() || undefined;
}

/** Whether an answer is an HTML page: by its (first) content type or, without one, by how it begins. */
export function isHtml({ headers, body }: OutboundResponse): boolean {
  if (!isDecoded(headers["content-encoding"])) return false;
  const type = contentType({ headers });
  if (type) return type === "text/html" || type === XHTML;
  return beginsAsHtml({ body });
}

/** Whether a body begins like HTML, whatever its content type. */
export function beginsAsHtml({ body }: Pick<OutboundResponse, "body">): boolean {
  return HTML_START.test(body.toString("latin1", 0, 1000));
}

/** Whether a body is no text, by its first bytes (WHATWG MIME Sniffing, 7.2); every image but SVG is not. */
export function isBinary({ body }: Pick<OutboundResponse, "body">): boolean {
  return body.subarray(0, 1000).some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
}

const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** The last answer of an address, after its redirects. */
export interface Answered {
  outcome: Outcome;
  /** The bytes on the wire, if known. */
  bytes: number;
  isHtml: boolean;
}

export function describeAnswer(answer: OutboundResponse | OutboundError): Answered {
  const outcome = describeOutcome(answer);
  if (answer instanceof OutboundError) return { outcome, bytes: 0, isHtml: false };
  const { headers, receivedBytes } = answer;
  return {
    outcome,
    bytes: Number(headers["content-length"]) || receivedBytes,
    isHtml: isHtml(answer) && !isBinary(answer),
  };
}

/** For the log and for operators: `404`, `202 (bot wall)`, `timeout`, `tls (CERT_HAS_EXPIRED)`. */
export function nameOutcome(outcome: Outcome): string {
  if (!("status" in outcome)) {
    return outcome.code ? `${outcome.failure} (${outcome.code})` : outcome.failure;
  }
  const { status, mitigated, malformed, isSoftNotFound } = outcome;
  if (isSoftNotFound) return "soft_404";
  if (malformed !== undefined && status < 400) return nameMalformed(malformed);
  return `${status}${mitigated ? " (bot wall)" : ""}`;
}

/** The reason of an answer that Node's parser refuses, in full or in part. */
export function nameMalformed(code: string): string {
  return `malformed_answer (${code})`;
}

/**
 * What a request shows about a link. `suspect`: the failure may be temporary, so it counts if the previous audit saw
 * it too. `unchecked`: there was no request, or no time for its answer.
 */
export interface Verdict {
  verdict: "ok" | "broken" | "inconclusive" | "suspect" | "unchecked";
  reason: string;
}

const INCONCLUSIVE = new Set([401, 403, 407, 429, 451, 999]);
/** The only broken statuses on other hosts, which often answer robots with other 4xx or 503. */
const GONE = new Set([404, 410]);

/** The verdict on a link from its last answer, after redirects. `isOwn`: the link stays within the website. */
export function judgeLink(outcome: Outcome, { isOwn = true } = {}): Verdict {
  return { verdict: findVerdict(outcome, isOwn), reason: nameOutcome(outcome) };
}

function findVerdict(outcome: Outcome, isOwn: boolean): Verdict["verdict"] {
  if ("failure" in outcome) return judgeFailure(outcome);
  const { status, mitigated } = outcome;
  if (mitigated || INCONCLUSIVE.has(status)) return "inconclusive";
  if (outcome.isSoftNotFound) return "broken";
  if (status < 400) return "ok";
  if (!isOwn && !GONE.has(status) && (status < 500 || status === 503)) return "inconclusive";
  if (status < 500) return "broken";
  return status < 600 ? "suspect" : "inconclusive";
}

function judgeFailure({ failure, code }: FailedOutcome): Verdict["verdict"] {
  switch (failure) {
    case "invalid_url":
    case "redirect_loop":
      return "broken";
    case "dns":
      return code === "ENOTFOUND" || code === "ENODATA" ? "broken" : "suspect";
    case "tls":
      // Browsers fetch a missing intermediate certificate themselves.
      if (code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE") return "inconclusive";
      return code?.startsWith("ERR_SSL_") || code === "EPROTO" ? "suspect" : "broken";
    case "blocked":
      return "inconclusive";
    case "ipv6_only":
      return "unchecked";
    default:
      return "suspect";
  }
}
