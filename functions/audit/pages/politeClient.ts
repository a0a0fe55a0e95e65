import {
  ChainCookies,
  isIpv6Only,
  keepAlive,
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  outboundRequest,
  READINGS,
} from "../../../shared/outbound/index.ts";
import { type Clock, systemClock } from "../../../shared/time.ts";
import { HostLimiter, readRetryAfter } from "./hostLimiter.ts";
import { type Answered, describeAnswer, describeOutcome } from "./outcome.ts";
import { Effort } from "./readElements.ts";

/** Failures of connections to an address that can't be reached. */
const NO_WAY = new Set<OutboundFailure>(["refused", "reset", "timeout", "unreachable"]);
/** A function has 1,024 descriptors for all its audits, each of which has up to 32 requests at a time. */
const MAX_IDLE = 8;
const MAX_RETRIES = 2;
/** Longest wait that a host may ask for; one that asks for more gets no further request. */
const MAX_WAIT_MS = 10_000;

interface PoliteOptions {
  /** Between two requests to a host. */
  delayMs?: number;
  /** Of one request, body included; each redirect has the same again. */
  timeoutMs?: number;
  clock?: Clock;
}

interface PoliteRequest {
  method?: "GET" | "HEAD";
  maxBytes: number;
  /** Default: 0, a redirect is itself the answer. */
  maxRedirects?: number;
  /** Whether a redirect may be followed there; otherwise it is itself the answer. Default: anywhere. */
  follows?: (url: string) => boolean | Promise<boolean>;
  /** Default: the client's. */
  timeoutMs?: number;
  /** Milliseconds since 1970, after which there are no more answers. */
  deadline: number;
}

/** A request without its redirects. */
type OneRequest = Omit<PoliteRequest, "maxRedirects" | "follows"> & {
  headers?: Record<string, string>;
};

/** Undefined: the deadline came first, or the host asked to be left alone. */
export type Answer = OutboundResponse | OutboundError | undefined;

/**
 * Makes an audit's requests, to each host at the pace of `READINGS`. It waits if the host asks for it
 * with `Retry-After`, and slows down after a 429 without one.
 */
export class PoliteClient {
  readonly clock: Clock;
  /** Counts what is read of its answers. */
  readonly effort = new Effort();
  /** What each address answered last. */
  readonly answers = new Map<string, Answered>();
  /** Whether the address that answered for a URL may be requested further. */
  mayRead: (url: string, address: string) => Promise<boolean> = async () => true;
  /** The URL whose address may not be requested further: there are no more answers. */
  busyAt: string | undefined;
  readonly #delayMs: number;
  readonly #timeoutMs: number;
  readonly #limiters = new Map<string, HostLimiter>();
  readonly #connections = keepAlive({ maxIdle: MAX_IDLE });
  readonly #ipv6Only = new Set<string>();

  constructor({
    delayMs = READINGS.spacingMs,
    timeoutMs = 10_000,
    clock = systemClock,
  }: PoliteOptions = {}) {
    this.clock = clock;
    this.#delayMs = delayMs;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Requests a URL, with the waits and retries that its host asks for. Each redirect is another request,
   * which keeps the pace of its host and has the cookies that earlier ones set there.
   */
  async request(url: string, request: PoliteRequest): Promise<Answer> {
    const answer = await this.#follow(url, request);
    if (answer) this.answers.set(url, describeAnswer(answer));
    return answer;
  }

  async #follow(
    url: string,
    { maxRedirects = 0, follows = () => true, ...request }: PoliteRequest,
  ): Promise<Answer> {
    const redirects: OutboundResponse["redirects"] = [];
    const asked = new Set<string>();
    const cookies = new ChainCookies();
    let next = url;
    while (true) {
      const cookie = cookies.of(next);
      const answer = await this.#ask(next, { ...request, ...(cookie && { headers: { cookie } }) });
      if (!answer || answer instanceof OutboundError) return answer;
      const outcome = describeOutcome(answer);
      if (maxRedirects > 0 && "failure" in outcome)
        return new OutboundError(outcome.failure, answer.url);
      const target = maxRedirects > 0 && "status" in outcome ? outcome.redirectsTo : undefined;
      if (target === undefined || !(await follows(target))) return { ...answer, redirects };
      redirects.push({ url: answer.url, status: answer.status });
      asked.add(`${answer.url} ${cookie}`);
      cookies.take(answer);
      const isRepeating = asked.has(`${target} ${cookies.of(target)}`);
      if (isRepeating || redirects.length > maxRedirects)
        return new OutboundError("redirect_loop", target);
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

  /** Honours a crawl-delay: keeps `delayMs`, up to 10 s, between two requests to the URL's host. */
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
    if (this.busyAt !== undefined) return undefined;
    if (this.#ipv6Only.has(host)) return new OutboundError("ipv6_only", url);
    const wanted = request.timeoutMs ?? this.#timeoutMs;
    const timeoutMs = Math.max(1, Math.min(wanted, deadline - this.clock.now()));
    this.#connections.trim();
    try {
      const answer = await outboundRequest(url, {
        ...request,
        maxRedirects: 0,
        isLenient: true,
        timeoutMs,
        connections: this.#connections,
      });
      this.effort.receive(answer.receivedBytes);
      if (answer.address === "" || (await this.mayRead(url, answer.address))) return answer;
      this.busyAt = url;
      return undefined;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (NO_WAY.has(error.failure) && (await isIpv6Only(url))) {
        this.#ipv6Only.add(host);
        return new OutboundError("ipv6_only", url);
      }
      const cutOff = error.failure === "timeout" && timeoutMs < wanted;
      return cutOff ? undefined : error;
    }
  }
}

/** What requests are made with. */
export interface RequestTools {
  /** The client of a whole reading, which spaces out the requests to a host. */
  client: PoliteClient;
  /** Milliseconds since 1970. */
  deadline: number;
}
