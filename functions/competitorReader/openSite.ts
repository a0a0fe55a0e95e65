import { OutboundError, type OutboundResponse } from "../../shared/outbound/index.ts";
import { fetchRobots } from "../../shared/pages/fetchRobots.ts";
import { describeOutcome, nameOutcome } from "../../shared/pages/outcome.ts";
import { type Answer, PoliteClient, type PoliteRequest } from "../../shared/pages/politeClient.ts";
import type { Robots } from "../../shared/pages/robots.ts";
import type { Clock } from "../../shared/time.ts";

const SITE_MS = 45_000;
const PAGE_BYTES = 1_000_000;
const MOST_REDIRECTS = 5;
/**
 * Laxer than the audit's `isHtml`: an answer without a type counts whatever it begins with. Here the
 * one page is all there is to read, and a fragment without a doctype may name the business.
 */
const HTML = /^\s*(text\/html|application\/xhtml\+xml|$)/i;

/** Failures that a site may recover from on its own. */
const PASSING_FAILURES = ["timeout", "reset", "refused", "unreachable"];
const PASSING_STATUSES = [408, 425, 429];

/** Answers of the DNS that say that there is no such host. */
const NO_HOST = ["ENOTFOUND", "ENODATA"];

/** A page that can't be read; `passing` tells whether it makes sense to try again later. */
export class Unreadable extends Error {
  readonly passing: boolean;

  constructor(reason: string, { passing }: { passing: boolean }) {
    super(reason);
    this.name = "Unreadable";
    this.passing = passing;
  }
}

/** What is thrown for an answer that holds no page. */
export function unreadableAnswer(url: string, answer: Answer): Unreadable {
  if (!answer) return new Unreadable(`${url}: no time left`, { passing: true });
  if (answer instanceof OutboundError) {
    return new Unreadable(answer.message, { passing: mayPass(answer) });
  }
  const { status } = answer;
  const passing = status >= 500 || PASSING_STATUSES.includes(status);
  return new Unreadable(`${url}: status ${status}`, { passing });
}

function mayPass({ failure, code = "" }: OutboundError): boolean {
  return PASSING_FAILURES.includes(failure) || (failure === "dns" && !NO_HOST.includes(code));
}

/** Fetches an HTML page; throws Unreadable when there is none, or robots.txt disallows it. */
type FetchHtml = (url: string) => Promise<OutboundResponse>;

/**
 * Opens a site to fetch a few pages, one after the other and within one time budget. Redirects are
 * followed here and not by the client, so that each host's robots.txt is asked before the host.
 */
export function openSite(clock: Clock): FetchHtml {
  const client = new RememberingClient({ clock });
  const deadline = clock.now() + SITE_MS;
  const robotsByOrigin = new Map<string, Robots>();

  async function robotsOf(origin: string): Promise<Robots> {
    const robots = robotsByOrigin.get(origin) ?? (await fetchRobots(origin, { client, deadline }));
    if (robots.status === "unreachable") {
      throw unreadableAnswer(`${origin}/robots.txt`, client.lastAnswer);
    }
    robotsByOrigin.set(origin, robots);
    return robots;
  }

  async function request(url: string): Promise<OutboundResponse> {
    const { origin = "null" } = URL.parse(url) ?? {};
    if (origin === "null") throw new Unreadable(`${url}: no URL`, { passing: false });
    const robots = await robotsOf(origin);
    if (!robots.allows(url)) throw new Unreadable(`${url}: robots.txt`, { passing: false });
    const answer = await client.request(url, { maxBytes: PAGE_BYTES, deadline });
    if (!answer || answer instanceof OutboundError) throw unreadableAnswer(url, answer);
    return answer;
  }

  return async (url) => {
    let response = await request(url);
    for (let count = 0; ; count += 1) {
      const target = redirectOf(response);
      if (target === undefined) return requireHtml(response);
      if (count === MOST_REDIRECTS) throw new Unreadable(`${url}: redirects`, { passing: false });
      response = await request(target);
    }
  };
}

/** A robots.txt that can't be had says only that; the last answer says why. */
class RememberingClient extends PoliteClient {
  lastAnswer: Answer;

  override async request(url: string, request: PoliteRequest): Promise<Answer> {
    this.lastAnswer = await super.request(url, request);
    return this.lastAnswer;
  }
}

/** Where a response redirects to, if it does. */
function redirectOf(response: OutboundResponse): string | undefined {
  const outcome = describeOutcome(response);
  if ("status" in outcome) return outcome.redirectsTo;
  throw new Unreadable(`${response.url}: ${nameOutcome(outcome)}`, { passing: false });
}

function requireHtml(response: OutboundResponse): OutboundResponse {
  const { url, status, headers, body } = response;
  if (status !== 200) throw unreadableAnswer(url, response);
  if (!HTML.test(headers["content-type"] ?? "") || body.length === 0) {
    throw new Unreadable(`${url}: no HTML`, { passing: false });
  }
  return response;
}
