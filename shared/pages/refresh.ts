import { decodeText, isBotWall, type OutboundResponse } from "../outbound/index.ts";
import { isHtml } from "./outcome.ts";
import { readPage } from "./readPage.ts";

/**
 * Where a page leads its visitors at once, as a redirect does; undefined where it does not. Start pages
 * that static sites make for the first of their languages have nothing else in them.
 */
export function findRefresh(answer: OutboundResponse): string | undefined {
  const { url, status, headers } = answer;
  if (status < 200 || status >= 300 || isBotWall(headers) || !isHtml(answer)) return undefined;
  const html = decodeText(answer);
  // Few pages have one: the others are not read twice.
  if (!/http-equiv\s*=\s*["']?\s*refresh/i.test(html)) return undefined;
  return readPage(html, { url, status, depth: 0 }).refreshesTo;
}
