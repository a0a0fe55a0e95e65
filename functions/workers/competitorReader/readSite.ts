import { follow } from "../../../shared/audit/crawl/site.ts";
import { extractFields } from "../../../shared/audit/organization/extractFields.ts";
import { describeOutcome, nameOutcome } from "../../../shared/audit/pages/outcome.ts";
import type { Page } from "../../../shared/audit/pages/page.ts";
import type { PoliteClient } from "../../../shared/audit/pages/politeClient.ts";
import { pageOf } from "../../../shared/audit/pages/readPage.ts";
import type { Robots } from "../../../shared/audit/pages/robots.ts";
import { findContactPages } from "../../../shared/audit/siteDetails.ts";
import type { FilledFields } from "../../../shared/entities/competitor.ts";
import { siteUrl } from "../../../shared/fields/siteUrl.ts";
import { OutboundError } from "../../../shared/platform/outbound/failure.ts";

const PAGE_BYTES = 1_000_000;

/** What a site says about its owner, or why its start page can't be read (without its address: logs have none). */
export type SiteReading = { fields: FilledFields; pages: number } | { unreadable: string };

export interface ReadingJob {
  hostname: string;
  /** Milliseconds since 1970. */
  deadline: number;
}

/**
 * Reads a site's start page, contact page and imprint for what they say about its owner, one after the other, as its
 * robots.txt allows. A contact page that can't be read is left out.
 */
export async function readSite(
  { hostname, deadline }: ReadingJob,
  client: PoliteClient,
): Promise<SiteReading> {
  const origins = new Map<string, Robots>();
  const read = (url: string) => readPageAt(url, { client, deadline, origins });
  const start = await read(siteUrl(hostname)?.href ?? `http://${hostname}/`);
  if (typeof start === "string") return { unreadable: start };
  const pages = [start];
  for (const url of findContactPages(start)) {
    const page = await read(url);
    if (typeof page !== "string") pages.push(page);
  }
  return { fields: extractFields(pages, hostname), pages: pages.length };
}

/** Requests a page and follows its redirects. Returns the page, or why it can't be read. */
async function readPageAt(
  first: string,
  request: { client: PoliteClient; deadline: number; origins: Map<string, Robots> },
): Promise<Page | string> {
  const { answer, refusal, robots } = await follow(first, { ...request, maxBytes: PAGE_BYTES });
  if (refusal) return robots.unreadable ?? refusal;
  if (!answer) return "deadline";
  if (answer instanceof OutboundError || answer.status !== 200)
    return nameOutcome(describeOutcome(answer));
  return pageOf(answer) ?? "no_html";
}
