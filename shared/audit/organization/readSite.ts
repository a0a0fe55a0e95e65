import { siteUrl } from "../../fields/siteUrl.ts";
import { decodeText, OutboundError, type OutboundResponse } from "../../platform/outbound/index.ts";
import { follow } from "../crawl/site.ts";
import { isBlock } from "../pages/element.ts";
import { describeOutcome, nameOutcome, type Outcome } from "../pages/outcome.ts";
import type { PoliteClient } from "../pages/politeClient.ts";
import { readElements } from "../pages/readElements.ts";
import { readPage } from "../pages/readPage.ts";
import type { Robots } from "../pages/robots.ts";
import { findContactPages } from "../siteDetails.ts";
import type { Site } from "./extractFields.ts";

const PAGE_BYTES = 1_000_000;
const MOST_PAGES = 3;
const MOST_BLOCKS = 1000;
const LONGEST_BLOCK = 300;

const WITHOUT_TEXT = new Set("head script style textarea title".split(" "));

/**
 * Unlike the audit's `isHtml` it accepts any answer without a content type: even a fragment without a
 * doctype may name the business.
 */
const HTML = /^\s*(text\/html|application\/xhtml\+xml|$)/i;

/** Failures that may be temporary. */
const PASSING_FAILURES = ["timeout", "reset", "refused", "unreachable"];
const PASSING_STATUSES = [408, 425, 429];

/** Answers of the DNS that say that there is no such host. */
const NO_HOST = ["ENOTFOUND", "ENODATA"];

/** A page that can't be read, without its address, because logs have none. `passing`: a retry may help later. */
export class Unreadable extends Error {
  readonly passing: boolean;

  constructor(reason: string, { passing }: { passing: boolean }) {
    super(reason);
    this.name = "Unreadable";
    this.passing = passing;
  }
}

/**
 * Reads a site's start page, contact page and imprint, one after the other, as its robots.txt allows. Throws
 * Unreadable if the start page can't be read. `missing`: the reason why another page can't be read now, if a retry may
 * help. `deadline`: milliseconds since 1970.
 */
export async function readSite(
  hostname: string,
  { client, deadline }: { client: PoliteClient; deadline: number },
): Promise<Site & { missing?: Unreadable }> {
  const origins = new Map<string, Robots>();
  const read = async (first: string) => {
    if ((URL.parse(first)?.origin ?? "null") === "null")
      throw new Unreadable("no URL", { passing: false });
    const request = { client, deadline, maxBytes: PAGE_BYTES, origins };
    const { url, robots, answer, refusal } = await follow(first, request);
    if (refusal) throw refused(url, robots, client);
    if (answer && !(answer instanceof OutboundError)) return readResponse(requireHtml(answer));
    throw unreadable(answer && describeOutcome(answer));
  };
  const start = await read(siteUrl(hostname)?.href ?? hostname);
  const contacts: ReturnType<typeof readResponse>[] = [];
  let missing: Unreadable | undefined;
  for (const url of findContactPages(start.page).slice(0, MOST_PAGES - 1)) {
    try {
      contacts.push(await read(url));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (error.passing) missing = error;
    }
  }
  return {
    pages: [start, ...contacts].map(({ page }) => page),
    contactText: contacts.flatMap(({ text }) => text),
    ...(missing ? { missing } : {}),
  };
}

/** The error for an address without a page. Without an outcome there was no time left. */
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

function readResponse(response: OutboundResponse) {
  const { url, status } = response;
  const html = decodeText(response);
  return { page: readPage(html, { url, status, depth: 0 }), text: readVisibleText(html) };
}

/**
 * All text of a page that a visitor sees, one string per block element. Unlike a Page's `text` it includes
 * addresses and the footer, where most phone numbers are.
 */
function readVisibleText(html: string): string[] {
  const blocks: string[] = [];
  let block = "";

  function end({ name }: { name: string }) {
    if (!isBlock(name)) return;
    const text = block.trim();
    if (text && blocks.length < MOST_BLOCKS) blocks.push(text);
    block = "";
  }

  readElements(html, [
    {
      open: end,
      close: end,
      text(text, { name, hidden, inert }) {
        const seen = !hidden && !inert && !WITHOUT_TEXT.has(name);
        if (!seen || block.length >= LONGEST_BLOCK) return;
        block += text.replace(/\s+/g, " ").slice(0, LONGEST_BLOCK);
      },
    },
  ]);
  end({ name: "body" });
  return blocks;
}
