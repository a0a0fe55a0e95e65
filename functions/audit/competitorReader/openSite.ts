import { OutboundError, type OutboundResponse } from "../../../shared/outbound/index.ts";
import type { Clock } from "../../../shared/time.ts";
import { follow } from "../crawl/site.ts";
import { furtherHosts } from "../pages/furtherHosts.ts";
import type { HostLease } from "../pages/hostLease.ts";
import { describeOutcome, nameOutcome, type Outcome } from "../pages/outcome.ts";
import { PoliteClient } from "../pages/politeClient.ts";
import type { Robots } from "../pages/robots.ts";

const SITE_MS = 45_000;
const PAGE_BYTES = 1_000_000;
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

/** A page that can't be read, without its address, as logs have none; `passing` says whether trying again later may help. */
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
  constructor() {
    super("its host is being read", { passing: true });
  }
}

/** The error for an address that gave no page. Without an outcome there was no time left. */
export function unreadable(outcome: Outcome | undefined): Unreadable {
  const reason = outcome ? nameOutcome(outcome) : "no time left";
  return new Unreadable(reason, { passing: !outcome || mayPass(outcome) });
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
 * Opens a site to fetch a few pages, one after the other and within one time budget, with the lease on each
 * host on the way and as its robots.txt allows.
 */
export function openSite(lease: HostLease, clock: Clock): FetchHtml {
  const client = new PoliteClient({ clock });
  const request = {
    ...{ client, deadline: clock.now() + SITE_MS, maxBytes: PAGE_BYTES },
    takeHost: furtherHosts(lease, () => clock.now(), client),
    origins: new Map<string, Robots>(),
  };
  return async (first) => {
    if (!isWeb(first)) throw new Unreadable("no URL", { passing: false });
    const { url, robots, answer, refusal } = await follow(first, request);
    if (refusal === "busy") throw new Busy();
    if (refusal === "robots") throw refused(url, robots, client);
    if (answer && !(answer instanceof OutboundError)) return requireHtml(answer);
    throw unreadable(answer && describeOutcome(answer));
  };
}

function isWeb(url: string): boolean {
  return (URL.parse(url)?.origin ?? "null") !== "null";
}

/** The error for an address that robots.txt disallows, or whose robots.txt can't be read. */
function refused(url: string, { status, reason }: Robots, { answers }: PoliteClient): Unreadable {
  const file = new URL("/robots.txt", url).href;
  const outcome = answers.get(file)?.outcome;
  const isRead = outcome && "status" in outcome && outcome.status < 300;
  if (status === "unreachable" && !isRead) return unreadable(outcome);
  const why = reason ? ` (${reason})` : "";
  return new Unreadable(`robots.txt disallows it${why}`, { passing: false });
}

function requireHtml(response: OutboundResponse): OutboundResponse {
  const { status, headers, body } = response;
  if (status !== 200) throw unreadable(describeOutcome(response));
  if (!HTML.test(headers["content-type"] ?? "") || body.length === 0) {
    throw new Unreadable("no HTML", { passing: false });
  }
  return response;
}
