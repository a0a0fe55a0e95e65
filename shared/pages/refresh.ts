import { decodeText, isBotWall, type OutboundResponse } from "../outbound/index.ts";
import type { Effort } from "./effort.ts";
import { isHtml } from "./outcome.ts";
import { readPage } from "./readPage.ts";

/**
 * Where a page leads its visitors at once, as a redirect does; undefined where it does not. Start pages
 * that static sites make for the first of their languages have nothing else in them. `effort`: what
 * reading it is held against.
 */
export function findRefresh(answer: OutboundResponse, effort: Effort): string | undefined {
  const { url, status, headers } = answer;
  if (status < 200 || status >= 300 || isBotWall(headers) || !isHtml(answer)) return undefined;
  const html = decodeText(answer);
  // Few pages have one: the others are not read twice.
  if (!/http-equiv[^<>]{1,20}refresh/i.test(html) || effort.isUsedUp) return undefined;
  return readPage(effort.spend(html), { url, status, depth: 0 }).refreshesTo;
}
