import type { Page, PageLink } from "../../shared/pages/page.ts";

/** How links to the two pages are named, in their text or path. */
const KINDS = [
  /contact|kontakt|contatt|contato|yhteystie|お問い合わせ|联系我们/i,
  /impressum|imprint|legal.notice|mentions.l[ée]gales|aviso.legal|note.legali|colofon/i,
];
const LONGEST_LABEL = 60;

/** The URLs of a start page's contact page and imprint, on its own host; at most one of each. */
export function findContactPages({ url, links }: Page): string[] {
  const { host } = new URL(url);
  const candidates = links.filter(
    (link) => link.kind === "a" && link.valid && link.url !== url && hostOf(link) === host,
  );
  const found = KINDS.flatMap(
    (kind) =>
      candidates.find(({ text }) => text && text.length <= LONGEST_LABEL && kind.test(text))?.url ??
      candidates.find((link) => kind.test(pathOf(link)))?.url ??
      [],
  );
  return [...new Set(found)];
}

function hostOf({ url }: PageLink): string | undefined {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host : undefined;
}

function pathOf({ url }: PageLink): string {
  return URL.parse(url)?.pathname ?? "";
}
