import { OutboundError, type OutboundResponse } from "../../../shared/outbound/index.ts";
import type { Clock } from "../../../shared/time.ts";
import { fetchRobots } from "../crawl/site.ts";
import { furtherHosts } from "../pages/furtherHosts.ts";
import type { HostLease } from "../pages/hostLease.ts";
import { describeOutcome, nameOutcome, type Outcome } from "../pages/outcome.ts";
import { PoliteClient } from "../pages/politeClient.ts";
import type { Effort } from "../pages/readElements.ts";
import { findRefresh } from "../pages/readPage.ts";
import type { Robots } from "../pages/robots.ts";

const SITE_MS = 45_000;
const PAGE_BYTES = 1_000_000;
const MOST_REDIRECTS = 5;
/**
 * Unlike the audit's `isHtml` it accepts any answer without a content type: even a fragment without a
 * doctype may name the business.
 */
const HTML = /^\s*(text\/html|application\/xhtml\+xml|$)/i;

/** Failures that a site may recover from on its own. */
const PASSING_FAILURES = ["timeout", "reset", "refused", "unreachable"];
const PASSING_STATUSES = [408, 425, 429];

/** Answers of the DNS that say that there is no such host. */
const NO_HOST = ["ENOTFOUND", "ENODATA"];

/** A page that can't be read; `passing` says whether trying again later may help. */
export class Unreadable extends Error {
  readonly passing: boolean;

  constructor(reason: string, { passing }: { passing: boolean }) {
    super(reason);
    this.name = "Unreadable";
    this.passing = passing;
  }
}

/** Another reader has a host that the site leads to. */
export class Busy extends Unreadable {
  constructor(url: string) {
    super(`${url}: its host is being read`, { passing: true });
  }
}

/** The error for an address that gave no page. Without an outcome there was no time left. */
export function unreadable(url: string, outcome: Outcome | undefined): Unreadable {
  const reason = outcome ? nameOutcome(outcome) : "no time left";
  return new Unreadable(`${url}: ${reason}`, { passing: !outcome || mayPass(outcome) });
}

function mayPass(outcome: Outcome): boolean {
  if ("status" in outcome)
    return outcome.status >= 500 || PASSING_STATUSES.includes(outcome.status);
  const { failure, code = "" } = outcome;
  return PASSING_FAILURES.includes(failure) || (failure === "dns" && !NO_HOST.includes(code));
}

/** Fetches an HTML page. Throws Unreadable if there is none or robots.txt disallows it, and Busy. */
type FetchHtml = (url: string) => Promise<OutboundResponse>;

/**
 * Opens a site to fetch a few pages, one after the other and within one time budget. It follows redirects
 * itself, to take the lease on each host and read its robots.txt before it requests a page there.
 */
export function openSite(lease: HostLease, clock: Clock): FetchHtml {
  const client = new PoliteClient({ clock });
  const deadline = clock.now() + SITE_MS;
  const robotsByOrigin = new Map<string, Robots>();
  const takeHost = furtherHosts(lease, () => clock.now(), client);

  async function robotsOf(origin: string): Promise<Robots> {
    const known = robotsByOrigin.get(origin);
    if (known) return known;
    const robots = await fetchRobots(origin, { client, deadline, takeHost });
    if (robots.status === "busy") throw new Busy(origin);
    robotsByOrigin.set(origin, robots);
    const url = `${origin}/robots.txt`;
    const outcome = client.answers.get(url)?.outcome;
    const isAnswered = outcome && "status" in outcome && outcome.status < 300;
    if (robots.status === "unreachable" && !isAnswered) throw unreadable(url, outcome);
    return robots;
  }

  async function request(url: string): Promise<OutboundResponse> {
    const { origin } = new URL(url);
    const robots = await robotsOf(origin);
    if (!robots.allows(url)) {
      const why = robots.reason ? ` (${robots.reason})` : "";
      throw new Unreadable(`${url}: robots.txt disallows it${why}`, { passing: false });
    }
    const answer = await client.request(url, { maxBytes: PAGE_BYTES, deadline });
    if (answer && !(answer instanceof OutboundError)) return answer;
    throw unreadable(url, answer && describeOutcome(answer));
  }

  return async (first) => {
    let url = first;
    for (let count = 0; ; count += 1) {
      if (!isWeb(url)) throw new Unreadable(`${url}: no URL`, { passing: false });
      const giveBack = await takeHost(url);
      if (!giveBack) throw new Busy(url);
      let isKept = false;
      try {
        const response = await request(url);
        const target = redirectOf(response, client.effort);
        isKept = target === undefined;
        if (target === undefined) return requireHtml(response);
        if (count === MOST_REDIRECTS)
          throw new Unreadable(`${first}: redirects`, { passing: false });
        url = target;
      } finally {
        // A host that only redirects is not kept from its owners.
        if (!isKept) await giveBack();
      }
    }
  };
}

function isWeb(url: string): boolean {
  return (URL.parse(url)?.origin ?? "null") !== "null";
}

/** Where a response leads, if it does: a redirect, or a page that refreshes at once. */
function redirectOf(response: OutboundResponse, effort: Effort): string | undefined {
  const outcome = describeOutcome(response);
  if ("status" in outcome) return outcome.redirectsTo ?? findRefresh(response, effort);
  throw new Unreadable(`${response.url}: ${nameOutcome(outcome)}`, { passing: false });
}

function requireHtml(response: OutboundResponse): OutboundResponse {
  const { url, status, headers, body } = response;
  if (status !== 200) throw unreadable(url, describeOutcome(response));
  if (!HTML.test(headers["content-type"] ?? "") || body.length === 0) {
    throw new Unreadable(`${url}: no HTML`, { passing: false });
  }
  return response;
}
