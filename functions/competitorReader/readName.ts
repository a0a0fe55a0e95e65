import type { Page } from "../../shared/pages/page.ts";
import { cleanText } from "./cleanText.ts";
import { type Item, textsOf } from "./structuredItems.ts";

const SHORTEST_MATCH = 3;

/**
 * What a site's owner is called, by the most trusted source that says so: what describes an
 * organization, `og:site_name`, the start page's title; undefined when none does.
 */
export function readName(organizations: Item[], pages: Page[]): string | undefined {
  const names = [
    ...organizations.flatMap((item) => textsOf(item, "name")),
    ...organizations.flatMap((item) => textsOf(item, "legalName")),
    ...pages.map(({ meta }) => meta["og:site_name"] ?? ""),
  ].map(cleanText);
  return names.find(Boolean) ?? nameInTitle(pages[0]);
}

/** Of `Home | Acme Ltd` the part that the host name resembles, or else the first that is a name. */
function nameInTitle(page: Page | undefined): string | undefined {
  if (!page?.title) return undefined;
  const parts = cleanText(page.title)
    .split(/ +[-|–—·•:»«]+ +| *\| */)
    .filter(
      (part) => /[\p{L}\p{N}]/u.test(part) && !/^(home ?page|home|welcome|index)$/i.test(part),
    );
  const host = letters(new URL(page.url).hostname.replace(/^www\./, "").replace(/\.[^.]+$/, ""));
  return parts.find((part) => resembles(letters(part), host)) ?? parts[0];
}

function resembles(name: string, host: string): boolean {
  if (Math.min(name.length, host.length) < SHORTEST_MATCH) return false;
  return name.includes(host) || host.includes(name);
}

function letters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
