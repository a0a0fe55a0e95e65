import { percentDecoded } from "../../percentDecoded.ts";

/** What a section of posts is called, in English, German, French, Spanish, Italian and Dutch. */
const SECTIONS = words(`
  blog blogs weblog news newsroom article articles post posts journal stories insights magazin magazine
  aktuelles neuigkeiten nachrichten blogbeitraege
  actualite actualites actu actus nouvelles
  noticias articulos notizie articoli nieuws nieuwsberichten`);
/** Words that may stand beside it: `our-blog`, `news-and-events`, `ultime-notizie`. */
const QUALIFIERS = words(`
  all and archive company events industry latest our recent the updates
  alle aktuelle archiv neueste und unser unsere
  dernieres et le les nos notre
  el nuestro nuestras ultimas y
  e il le nostre nostro ultime
  de en het laatste ons onze`);

/** Whether a part of a path names a section of posts: `blog`, `our-blog`, `Aktuelles.html`, `actualit%C3%A9s`. */
export function isSection(part: string): boolean {
  const name = percentDecoded(part).toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const [stem = ""] = name.split(/\.(?=(?:html?|php|aspx?)$)/);
  const parts = stem.split(/[-_ ]/);
  return (
    parts.some((word) => SECTIONS.has(word)) &&
    parts.every((word) => SECTIONS.has(word) || QUALIFIERS.has(word))
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
