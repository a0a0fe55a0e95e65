import { decodeText, OutboundError, type OutboundResponse } from "../../shared/outbound/index.ts";
import { fetchRobots } from "../../shared/pages/fetchRobots.ts";
import type { Page } from "../../shared/pages/page.ts";
import { type Answer, PoliteClient, type PoliteRequest } from "../../shared/pages/politeClient.ts";
import { readPage } from "../../shared/pages/readPage.ts";
import type { Robots } from "../../shared/pages/robots.ts";
import { readVisibleText } from "./readVisibleText.ts";
import { Unreadable, unreadableAnswer } from "./unreadable.ts";

const SITE_MS = 45_000;
const PAGE_BYTES = 1_000_000;
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const HTML = /^\s*(text\/html|application\/xhtml\+xml|$)/i;

export interface FetchedPage {
  page: Page;
  /** All that a visitor sees, by block. */
  text: string[];
}

/** Fetches a page; throws Unreadable when there is none, or when robots.txt forbids to ask. */
export type FetchPage = (url: string) => Promise<FetchedPage>;

/**
 * Opens a site to fetch a few pages, one after the other and within one time budget. Redirects are
 * followed here and not by the client, so that each host's robots.txt is asked before the host.
 */
export function openSite(): FetchPage {
  const client = new RememberingClient();
  const deadline = client.clock.now() + SITE_MS;
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
    for (let count = 0; REDIRECTS.includes(response.status); count += 1) {
      if (count === MOST_REDIRECTS) throw new Unreadable(`${url}: redirects`, { passing: false });
      const { location = "" } = response.headers;
      response = await request(URL.parse(location, response.url)?.href ?? location);
    }
    return readResponse(response);
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

function readResponse(response: OutboundResponse): FetchedPage {
  const { url, status, headers, body } = response;
  if (status !== 200) throw unreadableAnswer(url, response);
  if (!HTML.test(headers["content-type"] ?? "") || body.length === 0) {
    throw new Unreadable(`${url}: no HTML`, { passing: false });
  }
  const html = decodeText(response);
  return { page: readPage(html, { url, status, depth: 0 }), text: readVisibleText(html) };
}
