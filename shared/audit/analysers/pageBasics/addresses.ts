import { OutboundError } from "../../../platform/outbound/failure.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { judgeLink } from "../../pages/outcome.ts";
import type { Page } from "../../pages/page.ts";
import { MAX_PAGE_BYTES, type RequestTools } from "../../pages/politeClient.ts";
import { pageOf } from "../../pages/readPage.ts";

/** Enough to see whether it is an image. */
const ICON_BYTES = 1024;
const MAX_REDIRECTS = 5;

/** A fault of the start page, and the address at fault. */
type AddressFault = ["missing_favicon" | "two_addresses", string];

/** The part of the start page that is needed to judge the addresses around it. */
export type StartPage = Pick<Page, "url" | "hasIcon" | "title" | "canonical">;

/**
 * The faults of a website's icon and addresses. Makes one request: for `/favicon.ico` if the start page names no icon,
 * otherwise for the start page with `www.` added or removed. Undefined without an answer.
 */
export async function judgeAddresses(
  start: StartPage,
  { site, robots }: Crawl,
  tools: RequestTools,
): Promise<AddressFault[] | undefined> {
  if (start.hasIcon) {
    const other = otherAddress(start.url);
    if (other === undefined || site.includes(other)) return [];
    const isSecond = await answersItself(other, start, tools);
    if (isSecond === undefined) return undefined;
    return isSecond ? [["two_addresses", new URL(other).origin]] : [];
  }
  const icon = new URL("/favicon.ico", start.url).href;
  const isGone = robots.allows(icon) ? await isMissing(icon, tools) : undefined;
  if (isGone === undefined) return undefined;
  return isGone ? [["missing_favicon", icon]] : [];
}

/** Whether there is nothing at the address of an icon, or a page instead of an image. Undefined without an answer. */
async function isMissing(icon: string, { client, deadline }: RequestTools) {
  const read = { maxBytes: ICON_BYTES, maxRedirects: MAX_REDIRECTS, deadline };
  await client.request(icon, read);
  const answer = client.answers.get(icon);
  if (!answer || !("status" in answer.outcome)) return undefined;
  const { verdict } = judgeLink(answer.outcome);
  return verdict === "broken" || (verdict === "ok" && answer.isHtml);
}

/** Second-level domains of countries, as in `cafe.co.uk`. */
const SECOND_LEVEL = new Set("ac co com edu gov net org".split(" "));

/** The same address with `www.`, or without it. Undefined for an IP address, `localhost` and a subdomain. */
function otherAddress(url: string): string | undefined {
  const other = new URL(url);
  const [top = "", ...labels] = other.hostname.split(".").toReversed();
  const isCountry = top.length === 2 && SECOND_LEVEL.has(labels[0] ?? "");
  const isBare = /[a-z]/.test(top) && labels.length === (isCountry ? 2 : 1);
  if (other.hostname.startsWith("www.")) other.hostname = other.hostname.slice(4);
  else if (isBare) other.hostname = `www.${other.hostname}`;
  else return undefined;
  return other.href;
}

/** Whether an address shows the same page without a redirect and without naming the canonical address. */
async function answersItself(
  url: string,
  start: StartPage,
  { client, deadline }: RequestTools,
): Promise<boolean | undefined> {
  const answer = await client.request(url, { maxBytes: MAX_PAGE_BYTES, deadline });
  if (!answer) return undefined;
  if (answer instanceof OutboundError || answer.status !== 200) return false;
  const { title, canonical, refreshesTo } = pageOf(answer) ?? {};
  const leads = refreshesTo ?? canonical;
  const isSame = title !== undefined && title === start.title;
  if (leads === undefined || !isSame) return isSame;
  return leads !== start.canonical && URL.parse(leads)?.host === URL.parse(url)?.host;
}
