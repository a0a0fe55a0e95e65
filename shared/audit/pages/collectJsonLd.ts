import type { Cut } from "./element.ts";
import type { Collector } from "./readElements.ts";

/** Collects the page's `application/ld+json` blocks; invalid and very deep JSON is left out. */
export function collectJsonLd(
  cut: Cut,
): Collector & { jsonLd: { blocks: unknown[]; broken: number } } {
  const jsonLd = { blocks: [] as unknown[], broken: 0 };
  let current: string | undefined;
  let length = 0;
  return {
    jsonLd,
    open({ name }, attributes) {
      if (name !== "script") return;
      const type = attributes.get("type")?.split(";")[0]?.trim().toLowerCase();
      current = type === "application/ld+json" ? "" : undefined;
    },
    text(text) {
      if (current === undefined) return;
      length += text.length;
      current = cut.isFull("JSON-LD", length) ? undefined : current + text;
    },
    close({ name }) {
      if (name !== "script" || current === undefined) return;
      const json = unwrapped(current);
      current = undefined;
      if (json === "" || isTooDeep(json, cut)) return;
      try {
        jsonLd.blocks.push(JSON.parse(json));
      } catch {
        jsonLd.broken += 1;
      }
    },
  };
}

/** Some pages wrap the block in an HTML comment or a CDATA section. */
function unwrapped(text: string): string {
  return text
    .trim()
    .replace(/^(?:\/\/)?\s*(?:<!--|<!\[CDATA\[)/, "")
    .replace(/(?:\/\/)?(?:-->|\]\]>)$/, "")
    .trim();
}

/** Bounds the depth, so that analysers may walk through the result recursively. */
function isTooDeep(json: string, cut: Cut) {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === "\\") index += 1;
    else if (!quoted && (character === "{" || character === "[")) depth += 1;
    else if (!quoted && (character === "}" || character === "]")) depth -= 1;
    if (depth > 0 && cut.isFull("JSON-LD levels", depth - 1)) return true;
  }
  return false;
}
