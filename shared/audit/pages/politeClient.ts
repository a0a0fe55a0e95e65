import { OutboundError } from "../../platform/outbound/failure.ts";
import { retryAfterMs } from "../../platform/outbound/headers.ts";
import { keepAlive } from "../../platform/outbound/hop.ts";
import { HostLimiter } from "../../platform/outbound/hostLimiter.ts";
import {
  CookieJar,
  followRedirects,
  type OutboundResponse,
  outboundRequest,
} from "../../platform/outbound/request.ts";
import { isIpv6Only } from "../../platform/outbound/resolver.ts";
import { type Clock, systemClock } from "../../platform/time.ts";
import type { OutboundFailure } from "../../vocabulary/reasons.ts";
import { type Answered, describeAnswer } from "./outcome.ts";

/** The rest of a page is not read. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** The concurrent requests to a host, and the time between two starts. */
export const REQUESTS_AT_ONCE = 2;
const SPACING_MS = 250;
/** The time between two starts after a 429 that does not say how long to wait. */
const SLOWED_MS = 1000;
/** The longest wait that a host may ask for. A host that asks for more gets no further request. */
const MAX_WAIT_MS = 10_000;
const MAX_RETRIES = 2;
/** Failures of connections to an address that is unreachable. */
const NO_WAY = new Set<OutboundFailure>(["refused", "reset", "timeout", "unreachable"]);
/** A function has 1,024 file descriptors for all its audits, each of which has up to 32 requests at a time. */
const MAX_IDLE = 8;

interface PoliteOptions {
  /** Between two requests to a host. */
  delayMs?: number;
  /** Of one request with its body; each redirect has the same time again. */
  timeoutMs?: number;
  clock?: Clock;
}

interface PoliteRequest {
  method?: "GET" | "HEAD";
  maxBytes: number;
  /** Default: 0, a redirect is itself the answer. */
  maxRedirects?: number;
  /** Default: the client's. */
  timeoutMs?: number;
  /** Milliseconds since 1970. No answer is awaited beyond. */
  deadline: number;
}

/** Undefined if the deadline passed, or if the host wants no more requests. */
export type Answer = OutboundResponse | OutboundError | undefined;

/**
 * Makes an audit's requests, to each host at its pace and with its cookies. It waits as a `Retry-After` asks, and
 * slows down after a 429 without one.
 */
export class PoliteClient {
  readonly clock: Clock;
  /** The last answer of each address. */
  readonly answers = new Map<string, Answered>();
  readonly #cookies = new CookieJar();
  readonly #delayMs: number;
  readonly #timeoutMs: number;
  readonly #limiter: HostLimiter;
  /** The time between two starts at slowed hosts; infinite for a host that wants no more requests. */
  readonly #delays = new Map<string, number>();
  readonly #connections = keepAlive({ maxIdle: MAX_IDLE });
  readonly #ipv6Only = new Set<string>();

  constructor({
    delayMs = SPACING_MS,
    timeoutMs = 10_000,
    clock = systemClock,
  }: PoliteOptions = {}) {
    this.clock = clock;
    this.#limiter = new HostLimiter(clock);
    this.#delayMs = delayMs;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Requests a URL, with the waits and retries that its host asks for. Each redirect counts as a request to its host.
   */
  async request(url: string, request: PoliteRequest): Promise<Answer> {
    const { method = "GET", maxRedirects = 0 } = request;
    const first = { url, method, headers: {} };
    const answer = await followRedirects(first, {
      maxRedirects,
      cookies: this.#cookies,
      send: (hop) => this.#ask(hop.url, hop.headers, request),
    }).then(({ answer, redirects }) => answer && { ...answer, redirects }, asFailure);
    if (answer) this.answers.set(url, describeAnswer(answer));
    return answer;
  }

  /** Makes one request, and repeats it if its host asks to wait. Throws OutboundError. */
  async #ask(
    url: string,
    headers: Record<string, string>,
    request: PoliteRequest,
  ): Promise<OutboundResponse | undefined> {
    const host = hostOf(url);
    for (let retries = 0; ; retries += 1) {
      const spacingMs = this.#delayOf(host);
      if (spacingMs === Number.POSITIVE_INFINITY) return undefined;
      const pace = { concurrent: REQUESTS_AT_ONCE, spacingMs };
      const answer = await this.#limiter.run(host, { pace, deadline: request.deadline }, () =>
        this.#send(url, headers, request),
      );
      if (!answer) return undefined;
      const waitMs = readRetryAfter(answer, this.clock.now());
      if (waitMs === undefined) {
        if (answer.status === 429) this.slowDown(url, Math.max(2 * spacingMs, SLOWED_MS));
        return answer;
      }
      if (waitMs > MAX_WAIT_MS) this.#delays.set(host, Number.POSITIVE_INFINITY);
      else this.#limiter.pause(host, waitMs);
      if (waitMs > MAX_WAIT_MS || retries === MAX_RETRIES) return answer;
    }
  }

  /** Honours a crawl-delay: keeps `delayMs`, up to 10 s, between two requests to the URL's host. */
  slowDown(url: string, delayMs: number) {
    const host = hostOf(url);
    this.#delays.set(host, Math.max(this.#delayOf(host), Math.min(delayMs, MAX_WAIT_MS)));
  }

  #delayOf(host: string): number {
    return this.#delays.get(host) ?? this.#delayMs;
  }

  async #send(
    url: string,
    headers: Record<string, string>,
    { method = "GET", maxBytes, timeoutMs: wanted = this.#timeoutMs, deadline }: PoliteRequest,
  ): Promise<OutboundResponse | undefined> {
    const host = hostOf(url);
    if (this.#ipv6Only.has(host)) throw new OutboundError("ipv6_only", url);
    const timeoutMs = Math.max(1, Math.min(wanted, deadline - this.clock.now()));
    this.#connections.trim();
    try {
      return await outboundRequest(url, {
        ...{ method, headers, maxBytes, timeoutMs },
        maxRedirects: 0,
        isLenient: true,
        connections: this.#connections,
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (NO_WAY.has(error.failure) && (await isIpv6Only(url))) {
        this.#ipv6Only.add(host);
        throw new OutboundError("ipv6_only", url);
      }
      const isCutOff = error.failure === "timeout" && timeoutMs < wanted;
      if (isCutOff) return undefined;
      throw error;
    }
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}

function asFailure(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  throw error;
}

/** How long a 429 or 503 asks to wait (RFC 9110, 10.2.3), in milliseconds; undefined if it does not. */
function readRetryAfter(
  { status, headers }: { status: number; headers: Record<string, string> },
  now: number,
): number | undefined {
  return status === 429 || status === 503 ? retryAfterMs(headers["retry-after"], now) : undefined;
}

/** The tools of requests. */
export interface RequestTools {
  /** One client for a whole audit, which spaces the requests to a host. */
  client: PoliteClient;
  /** Milliseconds since 1970. */
  deadline: number;
}
