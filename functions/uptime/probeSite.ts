import type { Period } from "../../shared/entities/check.ts";
import { ownUrl } from "../../shared/fields/siteUrl.ts";
import {
  isAtOtherPort,
  isIpv6Only,
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  outboundRequest,
} from "../../shared/outbound/index.ts";
import type { Finding } from "./advance.ts";
import { type Look, oncePerUrl } from "./oncePerUrl.ts";

/** How long a site has for the first attempt, and for the second one. */
const TIMEOUTS_MS = { first: 10_000, second: 5_000 };
const BODY_BYTES = 4096;
const REDIRECTS = 5;

/** Statuses of a server that is there, and refuses us or wants us to slow down. */
const WALLS = new Set([401, 403, 429]);

/** A site that redirects for ever is there; to a browser, which keeps cookies, it may not. */
const ENDLESS = new Set<OutboundFailure>(["redirect-loop", "too-many-redirects"]);

/** What one attempt at a URL came to. */
export interface Attempt {
  answered: boolean;
  /** `up`, `up (403)` behind a wall against bots, `http 500`, `dns`, `refused`, `timeout`, `tls` … */
  outcome: string;
  url: string;
  /** The URL of its last redirect. */
  lastUrl: string;
  /** Milliseconds. */
  duration: number;
}

/** What one probe of a website says, and when it began. */
export interface Probe extends Pick<Attempt, "outcome" | "url" | "duration"> {
  finding: Finding;
  at: Date;
  /** It failed in a maintenance window of its website. */
  isAnnounced?: boolean;
  /** The maintenance windows of its website, where it failed, or the website is back. */
  announced?: Period[];
  /** What other regions see, where they were asked. */
  elsewhere?: Sighting[];
}

/** What was seen of a website from another region; no finding where that one has no vote. */
export interface Sighting {
  region: string;
  outcome: string;
  finding?: Finding;
}

/** Whether a website that fails here answers somewhere. */
export function isUpElsewhere({ elsewhere = [] }: Pick<Probe, "elsewhere">): boolean {
  return elsewhere.some(({ finding }) => finding === "up");
}

/**
 * Probes a website, and at once again when that fails. A host name without a scheme is tried
 * with https and http; `preferred` is the one of the two that answered last. Probes that share
 * their `look` ask each URL once together.
 */
export async function probeSite(
  hostname: string,
  preferred?: string,
  look: Look<Attempt> = oncePerUrl(lookAtUrl),
): Promise<Probe> {
  const at = new Date();
  const urls = urlsOf(hostname);
  const first = preferred !== undefined && urls.includes(preferred) ? preferred : urls[0];
  const second = urls.find((url) => url !== first) ?? first;
  const attempt = await attemptAs(first ?? hostname, "first");
  return judge(attempt.answered ? attempt : await attemptAs(second ?? hostname, "second"), at);

  // Another website may have written the same URL otherwise.
  async function attemptAs(url: string, which: "first" | "second"): Promise<Attempt> {
    return { ...(await look(url, which)), url };
  }
}

/** Where a website may be: a host name without a scheme stands for two URLs. */
export function urlsOf(hostname: string): string[] {
  return ownUrl(hostname) ? [hostname] : [`https://${hostname}`, `http://${hostname}`];
}

async function judge({ answered, lastUrl, ...attempt }: Attempt, at: Date): Promise<Probe> {
  if (answered) return { ...attempt, finding: "up", at };
  const reason = await whyUnseen(attempt.outcome, lastUrl);
  return reason
    ? { ...attempt, finding: "unknown", outcome: `unknown (${reason})`, at }
    : { ...attempt, finding: "down", at };
}

/**
 * Why nobody can say from here whether a URL that does not answer is up: it is at a port that is never
 * asked, or has no IPv4 address, as Lambda reaches nothing by IPv6 from outside a VPC.
 */
async function whyUnseen(outcome: string, url: string): Promise<string | undefined> {
  if (outcome === "blocked" && isAtOtherPort(url)) return "port";
  return outcome !== "dns" && (await isIpv6Only(url)) ? "ipv6-only" : undefined;
}

/** Whether one of these URLs answers, asked all at once; the first answer is enough. */
export async function anyAnswers(urls: string[], look: Look<Attempt>): Promise<boolean> {
  const answers = urls.map(async (url) => {
    // Of 5 seconds, as a second attempt.
    const { answered } = await look(url, "second");
    if (!answered) throw new Error(`${url} does not answer`);
  });
  return await Promise.any(answers).then(
    () => true,
    () => false,
  );
}

/** How attempts at URLs are made; a model of websites does it otherwise. */
export type LookAt = Look<Attempt>;

/** Makes the first or the second attempt at a URL. */
export const lookAtUrl: LookAt = async (url, which) => await probeUrl(url, TIMEOUTS_MS[which]);

/** Makes one attempt at a URL. */
export async function probeUrl(url: string, timeoutMs: number): Promise<Attempt> {
  const startedAt = performance.now();
  try {
    const response = await outboundRequest(url, {
      timeoutMs,
      maxBytes: BODY_BYTES,
      maxRedirects: REDIRECTS,
    });
    const duration = Math.round(response.durationMs);
    return { ...judgeAnswer(response), url, lastUrl: response.url, duration };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { failure, url: lastUrl } = error;
    const duration = Math.round(performance.now() - startedAt);
    return ENDLESS.has(failure)
      ? { answered: true, outcome: `up (${failure})`, url, lastUrl, duration }
      : { answered: false, outcome: failure, url, lastUrl, duration };
  }
}

function judgeAnswer({ status, headers }: OutboundResponse): Pick<Attempt, "answered" | "outcome"> {
  if (status >= 200 && status < 400) return { answered: true, outcome: "up" };
  const isWall = WALLS.has(status) || headers["cf-mitigated"] === "challenge";
  return isWall
    ? { answered: true, outcome: `up (${status})` }
    : { answered: false, outcome: `http ${status}` };
}
