import type { OutboundError, OutboundResponse } from "../../../shared/outbound/index.ts";
import { fetchRobots } from "../../../shared/pages/fetchRobots.ts";
import { describeOutcome } from "../../../shared/pages/outcome.ts";
import type { PoliteClient } from "../../../shared/pages/politeClient.ts";
import type { Robots } from "../../../shared/pages/robots.ts";
import { Site } from "./site.ts";

const MAX_REDIRECTS = 10;
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;

export interface Start {
  /** After redirects. */
  url: string;
  site: Site;
  robots: Robots;
  /** What the start URL answered in the end; undefined where it was not asked, or not in time. */
  answer?: OutboundResponse | OutboundError;
  /** Why it was not asked. */
  refusal?: "robots";
}

interface Request {
  client: PoliteClient;
  deadline: number;
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
    const robots = origins.get(origin) ?? (await fetchRobots(origin, request));
    origins.set(origin, robots);
    const start = { url, robots, site: new Site(url, aliases) };
    if (!robots.allows(url)) return { ...start, refusal: "robots" };

    const { client, deadline } = request;
    const answer = await client.request(url, { maxBytes: MAX_PAGE_BYTES, deadline });
    if (!answer) return start;
    const outcome = describeOutcome(answer);
    const next = "redirectsTo" in outcome ? outcome.redirectsTo : undefined;
    if (!next || redirects === MAX_REDIRECTS) return { ...start, answer };
    aliases.add(host);
    url = next;
  }
}

function withoutFragment(address: string) {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
