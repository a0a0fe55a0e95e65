import { ownUrl } from "../../shared/fields/siteUrl.ts";
import {
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  outboundRequest,
} from "../../shared/outbound/index.ts";
import { oncePerUrl } from "./oncePerUrl.ts";

const TIMEOUT_MS = 10_000;
const BODY_BYTES = 4096;
const REDIRECTS = 5;

/** Statuses of a server that is there, and refuses us or wants us to slow down. */
const WALLS = new Set([401, 403, 429]);

/** A site that redirects for ever is there; to a browser, which keeps cookies, it may not. */
const ENDLESS = new Set<OutboundFailure>(["redirect-loop", "too-many-redirects"]);

/** What one probe of a website says. */
export interface Probe {
  answered: boolean;
  /** `up`, `up (403)` behind a wall against bots, `http 500`, `dns`, `refused`, `timeout`, `tls` … */
  outcome: string;
  url: string;
  /** Milliseconds. */
  duration: number;
}

/**
 * Probes a website, and at once again when that fails. A host name without a scheme is tried
 * with https and http; `preferred` is the one of the two that answered last. Probes that share
 * their `look` ask each URL once together.
 */
export async function probeSite(
  hostname: string,
  preferred?: string,
  look = oncePerUrl(probeUrl),
): Promise<Probe> {
  const urls = urlsOf(hostname);
  const first = preferred !== undefined && urls.includes(preferred) ? preferred : urls[0];
  const second = urls.find((url) => url !== first) ?? first;
  const probe = await look(first ?? hostname, "first");
  return probe.answered ? probe : await look(second ?? hostname, "second");
}

function urlsOf(hostname: string): string[] {
  return ownUrl(hostname) ? [hostname] : [`https://${hostname}`, `http://${hostname}`];
}

/** Asks for a URL once. */
export async function probeUrl(url: string): Promise<Probe> {
  const startedAt = performance.now();
  try {
    const response = await outboundRequest(url, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: BODY_BYTES,
      maxRedirects: REDIRECTS,
    });
    return { ...judge(response), url, duration: Math.round(response.durationMs) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { failure } = error;
    const duration = Math.round(performance.now() - startedAt);
    return ENDLESS.has(failure)
      ? { answered: true, outcome: `up (${failure})`, url, duration }
      : { answered: false, outcome: failure, url, duration };
  }
}

function judge({ status, headers }: OutboundResponse): Pick<Probe, "answered" | "outcome"> {
  if (status >= 200 && status < 400) return { answered: true, outcome: "up" };
  const isWall = WALLS.has(status) || headers["cf-mitigated"] === "challenge";
  return isWall
    ? { answered: true, outcome: `up (${status})` }
    : { answered: false, outcome: `http ${status}` };
}
