import { type Attributes, addressIn, type Cut, isTemplate, type OpenElement } from "./element.ts";
import { detached } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_LENGTH = 300;
const MAX_ADDRESS_LENGTH = 2000;

interface Basics {
  /** As written in the page. */
  canonical?: string;
  mailLinks: string[];
  imagesWithoutAlt: string[];
  hasIcon: boolean;
  /** The addresses of files that browsers load with the page, as written. */
  loads: Set<string>;
  hasScripts: boolean;
}

const READ = new Set(["link", "a", "picture", "script", "img"]);

/** Collects what the analyser `page_basics` checks of a page. */
export function collectBasics(cut: Cut): Collector & { basics: Basics } {
  const basics: Basics = {
    mailLinks: [],
    imagesWithoutAlt: [],
    hasIcon: false,
    loads: new Set(),
    hasScripts: false,
  };
  const pictures: OpenElement[] = [];

  function readLink(attributes: Attributes, href: string) {
    const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (relations.includes("canonical")) {
      basics.canonical ??= detached(href.slice(0, MAX_ADDRESS_LENGTH));
    }
    if (relations.some((relation) => /\bicon\b/.test(relation))) basics.hasIcon = true;
    if (relations.includes("stylesheet") && !relations.includes("alternate")) load(href);
  }

  function readImage({ hidden }: OpenElement, attributes: Attributes) {
    const source = addressIn(attributes, "src") ?? "";
    if (hidden) return;
    // Browsers choose another file, or load it when the visitor scrolls to it.
    const isChosen = pictures.length === 0 && !attributes.has("srcset");
    if (isChosen && attributes.get("loading")?.toLowerCase() !== "lazy") load(source);
    // Without a source, browsers show nothing.
    if ((isChosen && source === "") || !lacksText(attributes)) return;
    if (cut.isFull("images", basics.imagesWithoutAlt.length)) return;
    basics.imagesWithoutAlt.push(detached(source.slice(0, MAX_LENGTH)));
  }

  function load(address: string) {
    if (address === "" || cut.isFull("links", basics.loads.size)) return;
    basics.loads.add(detached(address.slice(0, MAX_ADDRESS_LENGTH)));
  }

  return {
    basics,
    open(element, attributes) {
      if (element.inert || element.foreign || !READ.has(element.name)) return;
      const href = addressIn(attributes, "href") ?? "";
      switch (element.name) {
        case "link":
          if (href) readLink(attributes, href);
          break;
        case "a":
          if (
            /^mailto:/i.test(href) &&
            !isTemplate(href) &&
            !cut.isFull("mail links", basics.mailLinks.length)
          ) {
            basics.mailLinks.push(detached(recipientsIn(href)));
          }
          break;
        case "picture":
          pictures.push(element);
          break;
        case "script":
          basics.hasScripts ||= !attributes.get("type")?.includes("json");
          if (!element.hidden && !attributes.has("nomodule"))
            load(addressIn(attributes, "src") ?? "");
          break;
        case "img":
          readImage(element, attributes);
      }
    },
    close(element) {
      if (pictures.at(-1) === element) pictures.pop();
    },
  };
}

/** What follows `mailto:`; of a long list of addresses, those that are whole. */
function recipientsIn(href: string): string {
  const text = href.slice("mailto:".length, MAX_LENGTH);
  const isCut = href.length > MAX_LENGTH && !text.includes("?") && text.includes(",");
  return isCut ? text.slice(0, text.lastIndexOf(",")) : text;
}

/** axe-core's rule `image-alt`: an empty `alt` is right for an image that says nothing. */
function lacksText(attributes: Attributes): boolean {
  const role = attributes.get("role")?.trim().toLowerCase();
  const isNamed = ["aria-label", "aria-labelledby", "title"].some((name) =>
    attributes.get(name)?.trim(),
  );
  return !attributes.has("alt") && !isNamed && role !== "none" && role !== "presentation";
}
