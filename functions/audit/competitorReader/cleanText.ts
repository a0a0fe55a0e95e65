const LONGEST_READ = 2000;
const LONGEST = 255;

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/**
 * Makes a text of a site safe for a field: one line without markup, control characters and changes of the
 * reading direction, of at most 255 characters (code points).
 */
export function cleanText(text: string): string {
  const line = decodeEntities(text.slice(0, LONGEST_READ))
    .replace(/<\/?[a-z!][^<>]*>/gi, " ")
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\P{Cc}\s]|[\u00ad\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return [...line].slice(0, LONGEST).join("").trimEnd();
}

/** JSON-LD often holds text that was escaped for HTML: `Smith &amp; Sons`. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, ...groups) => {
    const [decimal, hexadecimal, name] = groups as (string | undefined)[];
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
