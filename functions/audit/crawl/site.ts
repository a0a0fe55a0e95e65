import { OutboundError, type OutboundResponse } from "../../../shared/outbound/index.ts";
import type { Effort } from "../pages/effort.ts";
import { fetchRobots } from "../pages/fetchRobots.ts";
import type { TakeHost } from "../pages/hostLease.ts";
import { describeOutcome } from "../pages/outcome.ts";
import type { PoliteClient } from "../pages/politeClient.ts";
import { findRefresh } from "../pages/readPage.ts";
import { disallowAll, normalisePath, type Robots } from "../pages/robots.ts";

/** Parameters that say who is visiting or where from, not which page is meant. */
const SESSION_PARAMETER =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|sid|s?session_?id|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|oscsid|zenid)$/i;

const MAX_REMEMBERED = 50_000;

const MAX_REDIRECTS = 10;
/** A page is read up to here. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;

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
   * The same text for addresses of the same thing. Within the site the scheme, the order of query
   * parameters, session ids and campaign parameters make no difference.
   */
  key(url: string): string {
    const known = this.#keys.get(url);
    if (known !== undefined) return known;
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
    parsed.pathname = normalisePath(parsed.pathname.replace(/;jsessionid=[^/;]*/i, ""));
    parsed.search = canonicalQuery(parsed.search);
    return parsed.href;
  }
}

function canonicalQuery(search: string) {
  if (search.length < 2) return "";
  const parameters = search.slice(1).split("&");
  return parameters
    .filter((parameter) => !SESSION_PARAMETER.test(parameter.split("=", 1)[0] ?? ""))
    .sort()
    .join("&");
}

export interface Start {
  /** After redirects. */
  url: string;
  site: Site;
  robots: Robots;
  /** What the start URL answered in the end; undefined where it was not asked, or not in time. */
  answer?: OutboundResponse | OutboundError;
  /** Why it was not asked; `busy`: somebody else reads a host that it leads to, or its robots.txt does. */
  refusal?: "robots" | "busy";
}

interface Request {
  client: PoliteClient;
  deadline: number;
  takeHost: TakeHost;
}

/**
 * Follows the start URL to the host that the website really is on (https, with or without `www.`),
 * and reads that host's robots.txt. A host name without a scheme is tried on http, then on https.
 */
export async function findStart(hostname: string, request: Request): Promise<Start> {
  const protocol = URL.parse(hostname)?.protocol;
  if (protocol === "http:" || protocol === "https:") return await follow(hostname, request);
  const start = await follow(`http://${hostname}`, request);
  if (start.robots.status !== "unreachable") return start;
  const secure = await follow(`https://${hostname}`, request);
  return secure.robots.status === "unreachable" ? start : secure;
}

async function follow(first: string, request: Request): Promise<Start> {
  const origins = new Map<string, Robots>();
  const aliases = new Set<string>();
  let url = withoutFragment(first);
  for (let redirects = 0; ; redirects += 1) {
    const { origin, host } = new URL(url);
    if (!(await request.takeHost(url))) {
      return { url, robots: disallowAll("busy", "busy"), site: new Site(url), refusal: "busy" };
    }
    const robots = origins.get(origin) ?? (await fetchRobots(origin, request));
    origins.set(origin, robots);
    if (robots.status === "busy") return { url, robots, site: new Site(url), refusal: "busy" };
    const start = { url, robots, site: new Site(url, aliases) };
    if (!robots.allows(url)) return { ...start, refusal: "robots" };

    const { client, deadline } = request;
    const answer = await client.request(url, { maxBytes: MAX_PAGE_BYTES, deadline });
    if (!answer) return start;
    const next = nextOf(answer, client.effort);
    if (!next || redirects === MAX_REDIRECTS) return { ...start, answer };
    aliases.add(host);
    url = next;
  }
}

/** Where an answer leads, by a redirect or a page that refreshes to another one. */
function nextOf(answer: OutboundResponse | OutboundError, effort: Effort): string | undefined {
  const outcome = describeOutcome(answer);
  if ("redirectsTo" in outcome) return outcome.redirectsTo;
  return answer instanceof OutboundError ? undefined : findRefresh(answer, effort);
}

function withoutFragment(address: string) {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
