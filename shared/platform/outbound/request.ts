import type { CookieJar as Jar } from "tough-cookie";
import { describeFailure, OutboundError, withDeadline } from "./failure.ts";
import { type HopOptions, type HopRequest, type HopResponse, isRedirect, sendHop } from "./hop.ts";
import { sendWithIssuer } from "./issuer.ts";

export interface OutboundOptions
  extends Pick<HopOptions, "maxBytes" | "isBodyOptional" | "isLenient" | "connections" | "trace"> {
  /** Default: GET. */
  method?: "GET" | "HEAD" | "POST";
  /** `user-agent` and `accept-encoding` are always the client's own. */
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, with redirects and body. */
  timeoutMs: number;
  /** With 0 a redirect is itself the response. */
  maxRedirects: number;
  signal?: AbortSignal;
}

/** The last response, after redirects. */
export interface OutboundResponse extends HopResponse {
  /** The hops before it. */
  redirects: { url: string; status: number }[];
  durationMs: number;
}

/**
 * Makes a request, follows its redirects and reads the body. Throws OutboundError if there is no readable response.
 * Any other error is a fault of ours.
 */
export function outboundRequest(url: string, options: OutboundOptions): Promise<OutboundResponse> {
  const startedAt = performance.now();
  const { method = "GET", headers = {}, body, timeoutMs, signal } = options;
  return withDeadline({ url, timeoutMs, signal }, async (ending) => {
    const first = { url, method, headers, ...(body === undefined ? {} : { body }) };
    const { maxRedirects, isLenient } = options;
    const hop = { ...options, followed: maxRedirects > 0, signal: ending };
    const send = (request: HopRequest) => (isLenient ? sendWithIssuer : sendHop)(request, hop);
    const { answer, redirects } = await followRedirects(first, { send, maxRedirects });
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...answer, redirects, durationMs };
  }).catch((error) => {
    throw describeFailure(error, url);
  });
}

interface Following<Answer> {
  send(request: HopRequest): Promise<Answer>;
  /** With 0 a redirect is itself the answer. */
  maxRedirects: number;
  /** What earlier requests of the same crawl were given. Default: none. */
  cookies?: CookieJar;
}

/**
 * Follows redirects as a browser does, with the cookies of the chain, even to a URL that it had before. Throws
 * OutboundError after too many of them.
 */
export async function followRedirects<Answer extends RedirectingAnswer | undefined>(
  first: HopRequest,
  { send, maxRedirects, cookies = new CookieJar() }: Following<Answer>,
): Promise<{ answer: Answer; redirects: OutboundResponse["redirects"] }> {
  const redirects: OutboundResponse["redirects"] = [];
  let request = first;
  while (true) {
    const cookie = cookies.of(request.url);
    const headers = { ...request.headers, ...(cookie && { cookie }) };
    const answer = await send({ ...request, headers });
    if (answer) await cookies.take(answer);
    const next = maxRedirects > 0 && answer ? nextRequest(request, answer) : undefined;
    if (!answer || !next) return { answer, redirects };

    const { url, status } = answer;
    redirects.push({ url, status });
    if (redirects.length > maxRedirects) throw new OutboundError("redirect_loop", next.url);
    request = next;
  }
}

const WEB = /^https?:$/;

/** The parts of an answer that decide where it redirects. */
type RedirectingAnswer = Pick<HopResponse, "url" | "status" | "headers">;

/**
 * Where a response redirects to, without a fragment; undefined when it does not. Throws an
 * OutboundError if the location is no URL of the web: `mailto:` has no host.
 */
export function redirectTarget({ url, status, headers }: RedirectingAnswer): string | undefined {
  if (!isRedirect({ status, headers })) return undefined;
  const location = asText(headers["location"] ?? "");
  // Browsers follow none of several locations.
  if (location.includes("\n")) throw new OutboundError("protocol", url);
  const target = URL.parse(location, url);
  if (!target || !WEB.test(target.protocol)) throw new OutboundError("invalid_url", location);
  target.hash = "";
  return target.href;
}

/** The request that a redirect asks for (RFC 9110, 15.4); undefined when it is no redirect. */
function nextRequest(request: HopRequest, response: RedirectingAnswer): HopRequest | undefined {
  const target = redirectTarget(response);
  if (target === undefined) return undefined;
  const next: HopRequest = { ...request, url: target };
  if (request.method === "POST" && response.status < 307) {
    next.method = "GET";
    delete next.body;
  }
  const isElsewhere = new URL(target).origin !== new URL(response.url).origin;
  if (isElsewhere) next.headers = withoutSecrets(request.headers);
  return next;
}

/** Another origin learns what kind of answer is wanted, but no key, token or cookie of the caller. */
function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  const isSafe = ([name]: [string, string]) => /^(accept|content-type)/i.test(name);
  return Object.fromEntries(Object.entries(headers).filter(isSafe));
}

/** Header values arrive as Latin-1, while servers that don't escape a path send UTF-8. Browsers keep other bytes. */
function asText(value: string): string {
  const text = Buffer.from(value, "latin1").toString();
  if (!text.includes("\u{fffd}")) return text;
  return value.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Headers of Cloudflare, AWS WAF (a challenge is a 202, a captcha a 405) and SiteGround (a 202). */
const BOT_WALL_HEADERS = ["cf-mitigated", "x-amzn-waf-action", "sg-captcha"];
/** What ModSecurity (406) and Wordfence (503) say; the same statuses without this are a website's own. */
const BOT_WALL_TEXTS: Record<number, RegExp> = {
  406: /mod_?security/i,
  503: /generated by wordfence|access to this site has been limited/i,
};
const WALL_BYTES = 16_384;

/** Whether a wall against robots has answered in the place of the website. */
export function isBotWall({
  status,
  headers,
  body,
}: Pick<OutboundResponse, "status" | "headers" | "body">): boolean {
  const isNamed = BOT_WALL_HEADERS.some((name) =>
    /^(?:challenge|captcha)$/i.test(headers[name]?.trim() ?? ""),
  );
  const text = BOT_WALL_TEXTS[status];
  return isNamed || (text?.test(body.toString("latin1", 0, WALL_BYTES)) ?? false);
}

/** Of one answer. Browsers keep 180 of a domain. */
const MAX_OF_ANSWER = 50;
/** Of one chain or crawl, however often a cookie is set again. */
const MAX_LINES = 20_000;
const MAX_CHARACTERS = 4096;
/** Limit for the cookies of one request. Servers refuse more, and no website may make us send much. */
const MAX_SENT_CHARACTERS = 8192;

/**
 * The cookies of one chain of redirects or one crawl, by the rules of browsers (RFC 6265), with limits on what is kept
 * and sent.
 */
export class CookieJar {
  #jar: Jar | undefined;
  #lines = 0;

  /** Stores the cookies that an answer sets. */
  async take({ url, headers }: { url: string; headers: Record<string, string> }) {
    const lines = headers["set-cookie"]?.split("\n", MAX_OF_ANSWER) ?? [];
    if (lines.length === 0) return;
    // Most chains set no cookie, and need not load the list of public suffixes, which takes 30 ms.
    const { Cookie, CookieJar: Jar } = await import("tough-cookie");
    this.#jar ??= new Jar(undefined, { looseMode: true });
    for (const line of lines.filter(({ length }) => length <= MAX_CHARACTERS)) {
      const cookie = Cookie.parse(line, { loose: true });
      // Browsers accept no secure cookie over http; the library does.
      if (!cookie || (cookie.secure && !url.startsWith("https:"))) continue;
      this.#lines += 1;
      if (this.#lines <= MAX_LINES) this.#jar.setCookieSync(cookie, url, { ignoreError: true });
    }
  }

  /** The `cookie` header of a request to this URL; undefined if there are no cookies. */
  of(url: string): string | undefined {
    if (!this.#jar || !URL.canParse(url)) return undefined;
    let header = "";
    for (const cookie of this.#jar.getCookiesSync(url)) {
      const longer = [header, cookie.cookieString()].filter(Boolean).join("; ");
      if (longer.length <= MAX_SENT_CHARACTERS) header = longer;
    }
    return header || undefined;
  }
}
