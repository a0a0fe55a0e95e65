import { ownUrl } from "../fields/siteUrl.ts";
import { isAtOtherPort } from "../platform/outbound/destination.ts";
import { OutboundError } from "../platform/outbound/failure.ts";
import type { Exchange } from "../platform/outbound/hop.ts";
import {
  isBotWall,
  type OutboundOptions,
  type OutboundResponse,
  outboundRequest,
} from "../platform/outbound/request.ts";
import { isIpv6Only } from "../platform/outbound/resolver.ts";
import { isHttp2Only } from "../platform/outbound/tls.ts";
import { REFUSALS } from "../vocabulary/reasons.ts";
import type { Turn } from "./pacing.ts";

/** How long a site has to answer the first time, and the second time. */
const TIMEOUTS_MS = { first: 10_000, second: 5_000 };
const BODY_BYTES = 4096;
/** As browsers follow. */
const REDIRECTS = 20;

/** The result of probing one URL. */
interface UrlProbe {
  answered: boolean;
  /** `up`, `up (403)` behind a wall against bots, `http 500`, `dns (ENOTFOUND)`, `timeout`, `redirect_loop` … */
  outcome: string;
  url: string;
  /** The URL of its last redirect. */
  lastUrl: string;
  /** The address of the server whose answer is a failure. */
  address?: string | undefined;
  /** Milliseconds. */
  duration: number;
  /** When it was its turn at its host. */
  begunAt?: Date;
}

/** The result of probing a website, and when the probe began; `unknown` if it can't be reached from here at all. */
export interface Probe extends Pick<UrlProbe, "outcome" | "url" | "address" | "duration"> {
  verdict: "up" | "down" | "unknown";
  begunAt: Date;
  /** Whether the first attempt failed. */
  isSecondAttempt: boolean;
}

/**
 * Probes a website, and a second time at once if that fails. An endless redirect has cost its server 21 requests, and
 * is not followed again. A host name without a scheme is tried with https and http; `preferred` is the one of the two
 * that answered last.
 */
export async function probeWebsite(
  hostname: string,
  preferred?: string,
  probeUrl: ProbeUrl = probeOnce,
  turn?: Turn,
): Promise<Probe> {
  const started = new Date();
  const urls = urlsOf(hostname);
  const first = preferred !== undefined && urls.includes(preferred) ? preferred : urls[0];
  const second = urls.find((url) => url !== first) ?? first;
  const result = await probeUrl(first ?? hostname, "first", turn);
  const { begunAt = started } = result;
  const isSecondAttempt = !result.answered;
  const isEndless = result.outcome === "redirect_loop";
  const last =
    isSecondAttempt && !isEndless ? await probeUrl(second ?? hostname, "second", turn) : result;
  return { ...(await judge(last)), begunAt, isSecondAttempt };
}

/** The URLs of a website: a host name without a scheme stands for two. */
function urlsOf(hostname: string): string[] {
  return ownUrl(hostname) ? [hostname] : [`https://${hostname}`, `http://${hostname}`];
}

async function judge({ answered, lastUrl, ...result }: UrlProbe) {
  if (answered) return { ...result, verdict: "up" as const };
  const [failure = ""] = result.outcome.split(" ");
  const reason = await whyUnseen(failure, lastUrl);
  return reason
    ? { ...result, verdict: "unknown" as const, outcome: `unknown (${reason})` }
    : { ...result, verdict: "down" as const };
}

/** How a server that only speaks HTTP/2 ends a connection of HTTP/1.1. */
const HTTP2_ONLY = new Set(["reset", "tls", "protocol"]);

/**
 * Why it can't be known from here whether a URL without an answer is up: it is at a port that is never
 * requested, or it has no IPv4 address, and Lambda functions outside a VPC have no IPv6, or its server only speaks
 * HTTP/2.
 */
async function whyUnseen(failure: string, url: string): Promise<string | undefined> {
  if (failure === "blocked" && isAtOtherPort(url)) return "other_port";
  if (failure !== "dns" && (await isIpv6Only(url))) return "ipv6_only";
  return HTTP2_ONLY.has(failure) && (await isHttp2Only(url)) ? "http2_only" : undefined;
}

/** Whether one of these URLs answers; all are requested at once, and the first answer is enough. */
export async function anyAnswers(urls: string[], probeUrl: ProbeUrl): Promise<boolean> {
  const answers = urls.map(async (url) => {
    // With the shorter time limit.
    const { answered } = await probeUrl(url, "second");
    if (!answered) throw new Error(`${url} does not answer`);
  });
  return await Promise.any(answers).then(
    () => true,
    () => false,
  );
}

/** Probes a URL for the first or the second time, once it is its turn; a benchmark replaces it by a model of websites. */
export type ProbeUrl = (url: string, which: "first" | "second", turn?: Turn) => Promise<UrlProbe>;

/** Probes a URL over the network. */
export const probeOnce: ProbeUrl = probeTraced();

/** The same; `trace` is called with each request once it is over. */
export function probeTraced(trace?: (exchange: Exchange) => void): ProbeUrl {
  return async (url, which, turn) => {
    await turn?.(url);
    return await requestOnce(url, { timeoutMs: TIMEOUTS_MS[which], trace });
  };
}

async function requestOnce(
  url: string,
  options: Pick<OutboundOptions, "timeoutMs" | "trace">,
): Promise<UrlProbe> {
  const begunAt = new Date();
  const startedAt = performance.now();
  try {
    const response = await outboundRequest(url, {
      ...options,
      maxBytes: BODY_BYTES,
      maxRedirects: REDIRECTS,
      isLenient: true,
    });
    const { url: lastUrl, durationMs: duration } = response;
    return { ...judgeAnswer(response), url, lastUrl, duration, begunAt };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { failure, code, expired_at, url: lastUrl } = error;
    const detail = [code, expired_at].filter(Boolean).join(", ");
    const outcome = detail ? `${failure} (${detail})` : failure;
    const duration = Math.round(performance.now() - startedAt);
    return { answered: false, outcome, url, lastUrl, duration, begunAt };
  }
}

function judgeAnswer(
  response: OutboundResponse,
): Pick<UrlProbe, "answered" | "outcome" | "address"> {
  const { status, address } = response;
  if (status >= 200 && status < 400) return { answered: true, outcome: "up" };
  const isWall = REFUSALS.includes(status) || isBotWall(response);
  return isWall
    ? { answered: true, outcome: `up (${status})` }
    : { answered: false, outcome: `http ${status}`, address };
}

/** The host of a URL, with its port. */
export function hostAndPortOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
