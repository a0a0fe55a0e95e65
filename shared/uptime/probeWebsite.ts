import { ownUrl } from "../fields/siteUrl.ts";
import {
  type Admit,
  isAtOtherPort,
  isBotWall,
  isIpv6Only,
  OutboundError,
  type OutboundResponse,
  outboundRequest,
} from "../platform/outbound/index.ts";
import { REFUSALS } from "../vocabulary/reasons.ts";

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
  /** How long it waited for its turn at its hosts, in milliseconds. */
  waited?: number;
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
 * is not followed again. A host name without a scheme is tried
 * with https and http; `preferred` is the one of the two that answered last. Websites that share a
 * `probeUrl` of `oncePerUrl` have each URL requested once.
 */
export async function probeWebsite(
  hostname: string,
  preferred?: string,
  probeUrl: ProbeUrl = oncePerUrl(probeOnce),
): Promise<Probe> {
  const startedMs = Date.now();
  const urls = urlsOf(hostname);
  const first = preferred !== undefined && urls.includes(preferred) ? preferred : urls[0];
  const second = urls.find((url) => url !== first) ?? first;
  const result = await probe(first ?? hostname, "first");
  const begunAt = new Date(startedMs + Math.floor(result.waited ?? 0));
  const isSecondAttempt = !result.answered;
  const isEndless = result.outcome === "redirect_loop";
  const last = isSecondAttempt && !isEndless ? await probe(second ?? hostname, "second") : result;
  return { ...(await judge(last)), begunAt, isSecondAttempt };

  // Another website may have written the same URL otherwise.
  async function probe(url: string, which: "first" | "second"): Promise<UrlProbe> {
    return { ...(await probeUrl(url, which)), url };
  }
}

/** The URLs of a website: a host name without a scheme stands for two. */
function urlsOf(hostname: string): string[] {
  return ownUrl(hostname) ? [hostname] : [`https://${hostname}`, `http://${hostname}`];
}

async function judge({ answered, lastUrl, waited: _, ...result }: UrlProbe) {
  if (answered) return { ...result, verdict: "up" as const };
  const [failure = ""] = result.outcome.split(" ");
  const reason = await whyUnseen(failure, lastUrl);
  return reason
    ? { ...result, verdict: "unknown" as const, outcome: `unknown (${reason})` }
    : { ...result, verdict: "down" as const };
}

/**
 * Why it can't be known from here whether a URL without an answer is up: it is at a port that is never
 * requested, or it has no IPv4 address, and Lambda functions outside a VPC have no IPv6.
 */
async function whyUnseen(failure: string, url: string): Promise<string | undefined> {
  if (failure === "blocked" && isAtOtherPort(url)) return "port";
  return failure !== "dns" && (await isIpv6Only(url)) ? "ipv6_only" : undefined;
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

/**
 * Probes a URL for the first or the second time, as the limit of its host admits; a benchmark replaces it by a
 * model of websites.
 */
export type ProbeUrl = (url: string, which: "first" | "second", admit?: Admit) => Promise<UrlProbe>;

/** Probes a URL over the network. */
export const probeOnce: ProbeUrl = async (url, which, admit) =>
  await probeWithin(url, TIMEOUTS_MS[which], admit);

/** The probes of one call of a worker, each URL once (`oncePerUrl`), as the limits of hosts admit. */
export function probesOfCall(probeUrl: ProbeUrl, admit: Admit): ProbeUrl {
  return oncePerUrl((url, which) => probeUrl(url, which, admit));
}

/**
 * The probes of one call of a worker: each URL is requested at most once the first time, and at most
 * once the second time. All websites with that URL get the result, however they write it.
 */
function oncePerUrl(probeUrl: ProbeUrl): ProbeUrl {
  const results = new Map<string, Promise<UrlProbe>>();
  return (url, which) => {
    const key = `${which} ${withoutFragment(url)}`;
    const earlier = results.get(key);
    if (earlier) return earlier;
    const result = probeUrl(url, which);
    results.set(key, result);
    return result;
  };
}

function withoutFragment(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  parsed.hash = "";
  return parsed.href;
}

/** Requests a URL once. */
async function probeWithin(url: string, timeoutMs: number, admit?: Admit): Promise<UrlProbe> {
  const startedAt = performance.now();
  let waited = 0;
  const options = admit && {
    admit: async (...host: Parameters<Admit>) => {
      const from = performance.now();
      await admit(...host);
      waited += performance.now() - from;
    },
  };
  try {
    const response = await outboundRequest(url, {
      ...options,
      timeoutMs,
      maxBytes: BODY_BYTES,
      maxRedirects: REDIRECTS,
      isLenient: true,
    });
    const duration = Math.round(response.durationMs);
    return { ...judgeAnswer(response), url, lastUrl: response.url, duration, waited };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { failure, code, expired_at, url: lastUrl } = error;
    const detail = [code, expired_at].filter(Boolean).join(", ");
    const outcome = detail ? `${failure} (${detail})` : failure;
    const duration = Math.round(performance.now() - startedAt - waited);
    return { answered: false, outcome, url, lastUrl, duration, waited };
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
