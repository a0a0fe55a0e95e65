import {
  isIpv6Only,
  keepAlive,
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  outboundRequest,
  redirectTarget,
} from "../../../shared/outbound/index.ts";
import { type Clock, systemClock } from "../../../shared/time.ts";
import { Effort } from "./effort.ts";
import { HostLimiter } from "./hostLimiter.ts";
import { RedirectCookies } from "./redirectCookies.ts";

/** What a connection fails with where there is no way to an address. */
const NO_WAY = new Set<OutboundFailure>(["refused", "reset", "timeout", "unreachable"]);
/** A function has 1,024 descriptors for all that it audits at once, each with 32 requests at a time. */
const MAX_IDLE = 8;
const MAX_RETRIES = 2;
/** The longest that a host may ask us to wait; one that asks for more is left alone. */
const MAX_WAIT_MS = 10_000;

interface PoliteOptions {
  /** Between two requests to a host. */
  delayMs?: number;
  /** Of one request, body included; not of those that it redirects to. */
  timeoutMs?: number;
  clock?: Clock;
}

export interface PoliteRequest {
  method?: "GET" | "HEAD";
  maxBytes: number;
  /** Default: 0, a redirect is itself the answer. */
  maxRedirects?: number;
  /** Whether a redirect may be followed there; otherwise it is itself the answer. Default: anywhere. */
  follows?: (url: string) => boolean | Promise<boolean>;
  /** Default: the client's. */
  timeoutMs?: number;
  /** Date.now() milliseconds after which there is no answer any more. */
  deadline: number;
}

/** One without redirects. */
type OneRequest = Omit<PoliteRequest, "maxRedirects" | "follows"> & {
  headers?: Record<string, string>;
};

/** Undefined: the deadline came first, or the host asked to be left alone. */
export type Answer = OutboundResponse | OutboundError | undefined;

/**
 * Makes an audit's requests: to each host 2 at a time and 250 ms apart, later where the host asks
 * for it with `Retry-After`, and more slowly where it answers 429 without saying how long.
 */
export class PoliteClient {
  readonly clock: Clock;
  /** How much its answers are to read. */
  readonly effort = new Effort();
  readonly #delayMs: number;
  readonly #timeoutMs: number;
  readonly #limiters = new Map<string, HostLimiter>();
  /** Whoever is asked for fifty things need not shake hands fifty times. */
  readonly #connections = keepAlive({ maxIdle: MAX_IDLE });
  readonly #ipv6Only = new Set<string>();

  constructor({ delayMs = 250, timeoutMs = 10_000, clock = systemClock }: PoliteOptions = {}) {
    this.clock = clock;
    this.#delayMs = delayMs;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * The answer of one URL, after waits and retries that its host asked for. Redirects are requests
   * of their own: each keeps the pace of the host that it leads to, and has the cookies that those
   * before it set there.
   */
  async request(
    url: string,
    { maxRedirects = 0, follows = () => true, ...request }: PoliteRequest,
  ): Promise<Answer> {
    const redirects: OutboundResponse["redirects"] = [];
    const asked = new Set<string>();
    const cookies = new RedirectCookies();
    let next = url;
    while (true) {
      const cookie = cookies.of(next);
      const answer = await this.#ask(next, { ...request, ...(cookie && { headers: { cookie } }) });
      if (!answer || answer instanceof OutboundError) return answer;
      const target = maxRedirects > 0 ? findTarget(answer) : undefined;
      if (target instanceof OutboundError) return target;
      if (target === undefined || !(await follows(target))) return { ...answer, redirects };
      redirects.push({ url: answer.url, status: answer.status });
      asked.add(`${answer.url} ${cookie}`);
      cookies.take(answer);
      if (asked.has(`${target} ${cookies.of(target)}`))
        return new OutboundError("redirect-loop", target);
      if (redirects.length > maxRedirects) return new OutboundError("too-many-redirects", target);
      next = target;
    }
  }

  async #ask(url: string, request: OneRequest): Promise<Answer> {
    const limiter = this.#limiter(url);
    for (let retries = 0; ; retries += 1) {
      const answer = await limiter.run(request.deadline, () => this.#send(url, request));
      if (!answer || answer instanceof OutboundError) return answer;
      const waitMs = readRetryAfter(answer, this.clock.now());
      if (waitMs === undefined) {
        if (answer.status === 429) limiter.slowDown();
        return answer;
      }
      if (waitMs > MAX_WAIT_MS) limiter.close();
      else limiter.pause(waitMs);
      if (waitMs > MAX_WAIT_MS || retries === MAX_RETRIES) return answer;
    }
  }

  /** Honours a crawl-delay: at least this long between two requests to the URL's host. */
  slowDown(url: string, delayMs: number) {
    this.#limiter(url).setDelay(Math.min(delayMs, MAX_WAIT_MS));
  }

  #limiter(url: string) {
    const host = URL.parse(url)?.host ?? "";
    const limiter = this.#limiters.get(host) ?? new HostLimiter(this.#delayMs, this.clock);
    this.#limiters.set(host, limiter);
    return limiter;
  }

  async #send(url: string, { deadline, ...request }: OneRequest) {
    const host = URL.parse(url)?.host ?? "";
    if (this.#ipv6Only.has(host)) return new OutboundError("ipv6-only", url);
    const wanted = request.timeoutMs ?? this.#timeoutMs;
    const timeoutMs = Math.max(1, Math.min(wanted, deadline - this.clock.now()));
    this.#connections.trim();
    try {
      const answer = await outboundRequest(url, {
        ...request,
        maxRedirects: 0,
        timeoutMs,
        connections: this.#connections,
      });
      this.effort.receive(answer.receivedBytes);
      return answer;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (NO_WAY.has(error.failure) && (await isIpv6Only(url))) {
        this.#ipv6Only.add(host);
        return new OutboundError("ipv6-only", url);
      }
      const cutOff = error.failure === "timeout" && timeoutMs < wanted;
      return cutOff ? undefined : error;
    }
  }
}

/** Where an answer redirects to, if it does, and the failure where that is no URL. */
function findTarget(answer: OutboundResponse): string | OutboundError | undefined {
  try {
    return redirectTarget(answer);
  } catch (error) {
    return error instanceof OutboundError ? error : undefined;
  }
}

/** How long a 429 or 503 asks to wait (RFC 9110, 10.2.3), in milliseconds; undefined: it does not. */
function readRetryAfter(
  { status, headers }: { status: number; headers: Record<string, string> },
  now: number,
): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (!value || (status !== 429 && status !== 503)) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
