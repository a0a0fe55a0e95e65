import type { Collector } from "./openElements.ts";

const MAX_LENGTH = 256 * 1024;
const MAX_DEPTH = 50;

/** Gathers the page's `application/ld+json` blocks. What is no JSON, or nested absurdly, is not. */
export function collectJsonLd(): Collector & { blocks: unknown[] } {
  const blocks: unknown[] = [];
  let current: string | undefined;
  let length = 0;
  return {
    blocks,
    open({ name }, attributes) {
      if (name !== "script") return;
      const type = attributes.get("type")?.split(";")[0]?.trim().toLowerCase();
      current = type === "application/ld+json" ? "" : undefined;
    },
    text(text) {
      if (current === undefined) return;
      length += text.length;
      if (length <= MAX_LENGTH) current += text;
    },
    close({ name }) {
      if (name !== "script" || current === undefined) return;
      const block = parse(current);
      if (block !== undefined) blocks.push(block);
      current = undefined;
    },
  };
}

/** Some pages wrap the block in an HTML comment or a CDATA section. */
function parse(text: string): unknown {
  const json = text
    .trim()
    .replace(/^(?:\/\/)?\s*(?:<!--|<!\[CDATA\[)/, "")
    .replace(/(?:\/\/)?(?:-->|\]\]>)$/, "");
  if (isTooDeep(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** So that whoever walks through the result later can do so recursively. */
function isTooDeep(json: string) {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === "\\") index += 1;
    else if (!quoted && (character === "{" || character === "[")) depth += 1;
    else if (!quoted && (character === "}" || character === "]")) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
