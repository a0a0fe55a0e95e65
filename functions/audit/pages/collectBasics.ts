import type { Cut } from "./element.ts";
import { type Attributes, addressIn, isTemplate, type OpenElement } from "./element.ts";
import { detached, digest, type PageFragment, percentDecoded } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_LENGTH = 300;
const MAX_ADDRESS_LENGTH = 2000;

interface Basics {
  /** As it is written. */
  canonical?: string;
  mailLinks: string[];
  imagesWithoutAlt: string[];
  hasIcon: boolean;
  /** The addresses of what browsers load with the page, as they are written. */
  loads: Set<string>;
  /** Digests of the places in the page that a fragment can name. */
  ids: Set<number>;
  hasScripts: boolean;
}

const READ = new Set(["link", "a", "picture", "script", "img"]);

/** Collects what `page_basics` checks of a page; `fragments` makes addresses absolute. */
export function collectBasics(
  cut: Cut,
): Collector & { basics: Basics; fragments(base: string, url: string): PageFragment[] } {
  const basics: Basics = {
    mailLinks: [],
    imagesWithoutAlt: [],
    hasIcon: false,
    loads: new Set(),
    ids: new Set(),
    hasScripts: false,
  };
  const pictures: OpenElement[] = [];
  /** Links with a fragment, as they are written. */
  const linked = new Set<string>();

  function addId(id: string | undefined) {
    if (id && !cut.isFull("ids and fragments", basics.ids.size)) basics.ids.add(digest(id));
  }

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
    // Browsers choose another file, or load it when a visitor gets there.
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
    fragments(base, url) {
      const isThere = (fragment: string) =>
        basics.ids.has(digest(fragment)) || basics.ids.has(digest(percentDecoded(fragment)));
      const found = [...linked].flatMap((address) => {
        if (address.startsWith("#")) return [{ url: base, fragment: address.slice(1) }];
        const target = URL.parse(address, base);
        if (!target || !/^https?:$/.test(target.protocol)) return [];
        const fragment = target.hash.slice(1);
        target.hash = "";
        return [{ url: target.href, fragment }];
      });
      const own = found.filter((each) => each.url === url);
      const missing = own.filter(({ fragment }) => !isThere(fragment));
      // A script may do something else with such links, unless most of them lead to their places.
      const isPlain = !basics.hasScripts || missing.length * 2 < own.length;
      return [...found.filter((each) => each.url !== url), ...(isPlain ? missing : [])];
    },
    open(element, attributes) {
      if (element.inert) return;
      if (attributes.size > 0) addId(attributes.get("id"));
      if (element.foreign || !READ.has(element.name)) return;
      const href = addressIn(attributes, "href") ?? "";
      switch (element.name) {
        case "link":
          if (href) readLink(attributes, href);
          break;
        case "a":
          addId(attributes.get("name"));
          if (
            /^mailto:/i.test(href) &&
            !isTemplate(href) &&
            !cut.isFull("mail links", basics.mailLinks.length)
          ) {
            basics.mailLinks.push(detached(recipientsIn(href)));
          }
          if (
            href.includes("#") &&
            namesPlace(href, attributes) &&
            !cut.isFull("ids and fragments", linked.size)
          ) {
            linked.add(detached(href.slice(0, MAX_ADDRESS_LENGTH)));
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

/** Attributes of a link that no script needs; any other one may make a button of it. */
const PLAIN = new Set(
  "href id class title target rel style name hreflang lang aria-label itemprop".split(" "),
);
/** What links are called that open something which a script makes. */
const OPENS =
  /pop-?up|modal|dialog|cookie|consent|gdpr|menu|nav-|toggle|trigger|open|close|search|login|cart|chat|light-?box|collapse|accordion|drawer|tab|slide|carousel|js-/i;

/** Whether a link leads to a place in a page that its HTML names. */
function namesPlace(href: string, attributes: Attributes): boolean {
  const fragment = href.slice(href.indexOf("#") + 1);
  if (fragment === "" || /^top$/i.test(fragment) || /[/!=&~?{}<>#:]/.test(fragment)) return false;
  if (OPENS.test(fragment) || OPENS.test(attributes.get("class") ?? "")) return false;
  return [...attributes.keys()].every((name) => PLAIN.has(name));
}

/** axe-core's rule `image-alt`: an empty `alt` is right for an image that says nothing. */
function lacksText(attributes: Attributes): boolean {
  const role = attributes.get("role")?.trim().toLowerCase();
  const isNamed = ["aria-label", "aria-labelledby", "title"].some((name) =>
    attributes.get(name)?.trim(),
  );
  return !attributes.has("alt") && !isNamed && role !== "none" && role !== "presentation";
}
