import type { Cut } from "./element.ts";
import type { Collector } from "./readElements.ts";

/** Collects the page's `application/ld+json` blocks; invalid JSON is left out. */
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
      if (json === "") return;
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
