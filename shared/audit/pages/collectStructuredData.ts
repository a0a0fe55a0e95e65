import type { CapturedText } from "./collectText.ts";
import type { Attributes, Cut, OpenElement } from "./element.ts";
import { detached, type MicrodataItem } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_VALUE_LENGTH = 1000;

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

interface OpenItem {
  element: OpenElement;
  item: MicrodataItem;
}

/** Collects microdata items (HTML standard, 5) with the items in them. */
export function collectMicrodata(
  captured: CapturedText,
  cut: Cut,
): Collector & { items: MicrodataItem[] } {
  const items: MicrodataItem[] = [];
  const open: OpenItem[] = [];
  let values = 0;

  return {
    items,
    open(element, attributes) {
      if (attributes.size === 0 || element.inert) return;
      const names = words(attributes.get("itemprop"), cut);
      const parent = open.at(-1)?.item;
      const isValue = attributes.has("itemscope") || (parent && names.length > 0);
      if (!isValue || cut.isFull("microdata values", values)) return;
      if (attributes.has("itemscope")) {
        values += 1;
        const item = {
          type: words(attributes.get("itemtype"), cut),
          properties: Object.create(null),
        };
        if (parent && names.length > 0) addValue(parent, names, item);
        else if (item.type.length > 0) items.push(item);
        open.push({ element, item });
      } else if (parent) {
        values += 1;
        const value = findValue(element.name, attributes);
        if (value !== undefined)
          addValue(parent, names, detached(value.slice(0, MAX_VALUE_LENGTH)));
        else captured.capture(element, (text) => addValue(parent, names, text));
      }
    },
    close(element) {
      if (open.at(-1)?.element === element) open.pop();
    },
  };
}

function addValue({ properties }: MicrodataItem, names: string[], value: string | MicrodataItem) {
  for (const name of names) {
    properties[name] ??= [];
    properties[name].push(value);
  }
}

/** The value of a property in an attribute; undefined if the element's text is the value. */
function findValue(name: string, attributes: Attributes) {
  const attribute = VALUE_ATTRIBUTES[name];
  return attributes.get("content") ?? (attribute && attributes.get(attribute))?.trim();
}

const VALUE_ATTRIBUTES: Partial<Record<string, string>> = {
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  audio: "src",
  embed: "src",
  iframe: "src",
  source: "src",
  video: "src",
  object: "data",
  data: "value",
  meter: "value",
  time: "datetime",
};

function words(text: string | undefined, cut: Cut): string[] {
  const all = text?.split(/\s+/).filter(Boolean) ?? [];
  return all.filter((_, at) => !cut.isFull("names of a microdata value", at)).map(detached);
}
