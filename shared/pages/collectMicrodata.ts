import { type CapturedText, detached } from "./capturedText.ts";
import type { OpenElement } from "./describeElement.ts";
import type { Collector } from "./openElements.ts";
import type { MicrodataItem } from "./page.ts";
import type { Attributes } from "./tokenizeHtml.ts";

const MAX_VALUES = 1000;
const MAX_LENGTH = 1000;

interface OpenItem {
  element: OpenElement;
  item: MicrodataItem;
}

/** Gathers the items of the HTML standard's microdata, with the items that are in them. */
export function collectMicrodata(captured: CapturedText): Collector & { items: MicrodataItem[] } {
  const items: MicrodataItem[] = [];
  const open: OpenItem[] = [];
  let values = 0;

  return {
    items,
    open(element, attributes) {
      if (attributes.size === 0 || element.inert || values >= MAX_VALUES) return;
      const names = words(attributes.get("itemprop"));
      const parent = open.at(-1)?.item;
      if (attributes.has("itemscope")) {
        values += 1;
        const item = { type: words(attributes.get("itemtype")), properties: Object.create(null) };
        if (parent && names.length > 0) addValue(parent, names, item);
        else if (item.type.length > 0) items.push(item);
        open.push({ element, item });
      } else if (parent && names.length > 0) {
        values += 1;
        const value = findValue(element.name, attributes);
        if (value !== undefined) addValue(parent, names, detached(value.slice(0, MAX_LENGTH)));
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

/** The value that an attribute gives, or undefined where the element's text is the value. */
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

function words(text = "") {
  return text.split(/\s+/).filter(Boolean).slice(0, 10).map(detached);
}
