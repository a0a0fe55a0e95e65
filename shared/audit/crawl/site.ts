import { hostOf } from "../../fields/siteUrl.ts";
import { OutboundError } from "../../platform/outbound/failure.ts";
import { ROBOT_NAME } from "../../platform/outbound/headers.ts";
import { isBotWall, type OutboundResponse } from "../../platform/outbound/request.ts";
import { describeOutcome, nameOutcome } from "../pages/outcome.ts";
import { MAX_PAGE_BYTES, type RequestTools } from "../pages/politeClient.ts";
import { findRefresh } from "../pages/readPage.ts";
import {
  allowAll,
  disallowAll,
  failedRobots,
  normalisePath,
  parseRobots,
  type Robots,
} from "../pages/robots.ts";

/**
 * Parameters that identify the visitor or the referrer, not the page. A short `sid` may be the id of an article, and
 * one of letters alone a search.
 */
const SESSION_PARAMETER =
  /^(?:(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|s?session_?id|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|oscsid|zenid)(?:=|$)|(?:s|sid|session)=(?=\d*[a-z])(?=[a-z]*\d)[\da-z]{16,}$)/i;
/** Where Java and ASP.NET put the session id in the path: `;jsessionid=…`, `/(S(…))`. */
const SESSION_IN_PATH = /;jsessionid=[^/;]*|\/\((?:[A-Z]\(\w{1,64}\)){1,4}\)(?=\/)/gi;

const MAX_REMEMBERED = 50_000;

const MAX_REDIRECTS = 10;

/** Which URLs belong to the audited website, and which of them are the same page. */
export class Site {
  readonly origin: string;
  readonly #protocol: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #keys = new Map<string, string>();

  /** `aliases`: other hosts that redirect here, such as the one without `www.`. */
  constructor(startUrl: string, aliases: Iterable<string> = []) {
    const { origin, protocol, host } = new URL(startUrl);
    this.origin = origin;
    this.#protocol = protocol;
    this.#hosts = new Set([host, ...aliases]);
  }

  includes(url: string): boolean {
    const parsed = URL.parse(url);
    return parsed !== null && this.#hosts.has(parsed.host);
  }

  /**
   * One key for all addresses of a page. Within the site the scheme, the order of query parameters, session ids and
   * campaign parameters make no difference.
   */
  key(url: string): string {
    const cached = this.#keys.get(url);
    if (cached !== undefined) return cached;
    const key = this.#makeKey(url);
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.clear();
    this.#keys.set(url, key);
    return key;
  }

  #makeKey(url: string) {
    const parsed = URL.parse(url);
    if (!parsed) return url;
    parsed.hash = "";
    if (!this.#hosts.has(parsed.host)) return parsed.href;
    if (parsed.port === "") parsed.protocol = this.#protocol;
    parsed.pathname = normalisePath(parsed.pathname.replace(SESSION_IN_PATH, ""));
    parsed.search = canonicalQuery(parsed.search);
    return parsed.href;
  }
}

function canonicalQuery(search: string) {
  if (search.length < 2) return "";
  const parameters = search.slice(1).split("&");
  return parameters
    .filter((parameter) => !SESSION_PARAMETER.test(parameter))
    .sort()
    .join("&");
}

export interface Start {
  /** After redirects. */
  url: string;
  site: Site;
  robots: Robots;
  /** The last answer; undefined if nothing was requested, or no answer came in time. */
  answer?: OutboundResponse | OutboundError;
  /** Why nothing was requested. */
  refusal?: "robots_txt";
}

interface Request extends RequestTools {
  /** The most bytes of a page to read. Default: as in an audit. */
  maxBytes?: number;
  /** The robots.txt of each origin that was read before. */
  origins?: Map<string, Robots>;
}

/**
 * Follows the start URL to the host that serves the website (https, with or without `www.`), and reads its robots.txt.
 * A host name without a scheme is tried by http, then by https.
 */
export async function findStart(hostname: string, request: Request): Promise<Start> {
  const protocol = URL.parse(hostname)?.protocol;
  if (protocol === "http:" || protocol === "https:") return await follow(hostname, request);
  const start = await follow(`http://${hostname}`, request);
  if (start.robots.unreadable === undefined) return start;
  const secure = await follow(`https://${hostname}`, request);
  return secure.robots.unreadable === undefined ? secure : start;
}

/** Requests a URL and follows redirects and refreshes, as the robots.txt of each host allows. */
export async function follow(first: string, request: Request): Promise<Start> {
  const { client, deadline, maxBytes = MAX_PAGE_BYTES, origins = new Map() } = request;
  const passed = new Set<string>();
  let url = withoutFragment(first);
  for (let redirects = 0; ; redirects += 1) {
    const { origin, host } = new URL(url);
    const robots = origins.get(origin) ?? (await fetchRobots(origin, request));
    origins.set(origin, robots);
    // An intermediate host, such as that of a short link, is not part of the website.
    const own = [hostOf(first), hostOf(url)];
    const aliases = [...passed].filter((each) => own.includes(hostOf(each)));
    const start = { url, robots, site: new Site(url, aliases) };
    if (!robots.allows(url)) return { ...start, refusal: "robots_txt" };

    const answer = await client.request(url, { maxBytes, deadline });
    if (!answer) return start;
    const next = nextOf(answer);
    if (!next || redirects === MAX_REDIRECTS) return { ...start, answer };
    passed.add(host);
    url = next;
  }
}

/** Where an answer leads, by a redirect or a page that refreshes to another one. */
function nextOf(answer: OutboundResponse | OutboundError): string | undefined {
  const outcome = describeOutcome(answer);
  if ("redirectsTo" in outcome) return outcome.redirectsTo;
  return answer instanceof OutboundError ? undefined : findRefresh(answer);
}

function withoutFragment(address: string) {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}

const MAX_ROBOTS_BYTES = 500 * 1024;
const MAX_ROBOTS_REDIRECTS = 5;

/**
 * Fetches the robots.txt of an origin. By RFC 9309, 2.3.1, a 4xx or endless redirects allow everything, a 5xx or no
 * answer forbid everything, and the file is read up to 500 KiB.
 */
async function fetchRobots(origin: string, { client, deadline }: Request): Promise<Robots> {
  const url = new URL("/robots.txt", origin).href;
  const request = { maxBytes: MAX_ROBOTS_BYTES, maxRedirects: MAX_ROBOTS_REDIRECTS, deadline };
  const answer = await client.request(url, request);
  if (!answer) return failedRobots("deadline");
  const outcome = describeOutcome(answer);
  const name = nameOutcome(outcome);
  if (answer instanceof OutboundError) {
    if (answer.failure === "redirect_loop") return allowAll();
    return disallowAll(name);
  }
  const isMalformed = "malformed" in outcome && answer.status < 300;
  // A bot wall blocks robots.txt like any page.
  if (isMalformed || (answer.status >= 500 && isBotWall(answer))) return disallowAll(name);
  if (answer.status >= 500) return failedRobots(name);
  if (answer.status >= 300) return allowAll();
  const text = answer.body.toString("utf8");
  const complete = answer.truncated ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
  const robots = parseRobots(complete, ROBOT_NAME);
  if (robots.crawlDelayMs !== undefined) client.slowDown(origin, robots.crawlDelayMs);
  return robots;
}
