import { OutboundError } from "../../../platform/outbound/failure.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { judgeLink } from "../../pages/outcome.ts";
import type { Page } from "../../pages/page.ts";
import { MAX_PAGE_BYTES, type RequestTools } from "../../pages/politeClient.ts";
import { pageOf } from "../../pages/readPage.ts";

/** Enough to see whether it is an image. */
const ICON_BYTES = 1024;
const MOST_ICONS = 3;
const MAX_REDIRECTS = 5;

/** A fault of the start page, and the address at fault. */
type AddressFault = ["missing_favicon" | "broken_preview_image" | "two_addresses", string?];

/** The part of the start page that is needed to judge the addresses around it. */
export type StartPage = ReturnType<typeof startOf>;

/** A start page's icons, without `data:` URLs, its preview image and addresses. */
export function startOf({ url, hasIcon, preview, title, canonical, links }: Page) {
  const icons = links.filter(({ kind }) => kind === "icon").map((link) => link.url);
  return { url, hasIcon, preview, title, canonical, icons };
}

/**
 * The faults of a website's icon, preview image and addresses, from the answers to earlier requests. Makes one further
 * request: for `/favicon.ico` if the start page names no icon, otherwise for the start page with `www.` added or
 * removed. An icon that was answered as a page is read, because the content decides.
 */
export async function judgeAddresses(
  start: StartPage,
  crawl: Crawl,
  { client, deadline }: RequestTools,
): Promise<AddressFault[]> {
  const { site, robots } = crawl;
  const isGone = (url: string) => {
    const answer = client.answers.get(url);
    // A name that does not resolve is left to the link checker.
    if (!answer || !("status" in answer.outcome)) return false;
    const { verdict } = judgeLink(answer.outcome, { isOwn: site.includes(url) });
    return verdict === "broken" || (verdict === "ok" && answer.isHtml);
  };
  const read = { maxBytes: ICON_BYTES, maxRedirects: MAX_REDIRECTS, deadline };
  const faults: AddressFault[] = [];
  if (start.preview && isGone(start.preview)) faults.push(["broken_preview_image", start.preview]);

  if (start.hasIcon) {
    const [icon] = start.icons;
    for (const named of start.icons.slice(0, MOST_ICONS))
      if (client.answers.get(named)?.isHtml) await client.request(named, read);
    if (icon !== undefined && start.icons.every(isGone)) faults.push(["missing_favicon", icon]);
    const other = otherAddress(start.url);
    const isUnknown = other !== undefined && !site.includes(other);
    if (isUnknown && (await answersItself(other, start, { client, deadline }))) {
      faults.push(["two_addresses", new URL(other).origin]);
    }
    return faults;
  }
  const icon = new URL("/favicon.ico", start.url).href;
  if (robots.allows(icon)) {
    await client.request(icon, read);
    if (isGone(icon)) faults.push(["missing_favicon", icon]);
  }
  return faults;
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
): Promise<boolean> {
  const answer = await client.request(url, { maxBytes: MAX_PAGE_BYTES, deadline });
  if (!answer || answer instanceof OutboundError || answer.status !== 200) return false;
  const { title, canonical, refreshesTo } = pageOf(answer) ?? {};
  const leads = refreshesTo ?? canonical;
  const isSame = title !== undefined && title === start.title;
  if (leads === undefined || !isSame) return isSame;
  return leads !== start.canonical && URL.parse(leads)?.host === URL.parse(url)?.host;
}
