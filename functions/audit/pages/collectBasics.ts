import type { Attributes } from "./element.ts";
import { detached } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_ENTRIES = 200;
const MAX_LENGTH = 300;

interface Basics {
  /** As it is written. */
  canonical?: string;
  mailLinks: string[];
  imagesWithoutAlt: string[];
}

/** Collects the canonical address, links to mail addresses, and images without an alternative text. */
export function collectBasics(): Collector & { basics: Basics } {
  const basics: Basics = { mailLinks: [], imagesWithoutAlt: [] };
  const add = (list: string[], text: string) => {
    if (list.length < MAX_ENTRIES) list.push(detached(text.slice(0, MAX_LENGTH)));
  };
  return {
    basics,
    open(element, attributes) {
      if (element.inert || element.foreign) return;
      const href = attributes.get("href")?.trim() ?? "";
      if (element.name === "link" && relationsOf(attributes).includes("canonical") && href) {
        basics.canonical ??= detached(href.slice(0, 2000));
      }
      if (element.name === "a" && /^mailto:/i.test(href)) add(basics.mailLinks, href.slice(7));
      if (element.name === "img" && !element.hidden && lacksText(attributes)) {
        add(basics.imagesWithoutAlt, attributes.get("src") ?? "");
      }
    },
  };
}

function relationsOf(attributes: Attributes): string[] {
  return (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
}

/** axe-core's rule `image-alt`: an empty `alt` is right for an image that says nothing. */
function lacksText(attributes: Attributes): boolean {
  const role = attributes.get("role")?.trim().toLowerCase();
  const isNamed = ["aria-label", "aria-labelledby", "title"].some((name) =>
    attributes.get(name)?.trim(),
  );
  return !attributes.has("alt") && !isNamed && role !== "none" && role !== "presentation";
}
