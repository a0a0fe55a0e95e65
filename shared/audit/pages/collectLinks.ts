import type { CapturedText } from "./collectText.ts";
import type { Cut } from "./element.ts";
import { type Attributes, addressIn, isTemplate } from "./element.ts";
import { detached, type LinkKind, type PageLink } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_LENGTH = 300;

interface WrittenLink {
  address: string;
  kind: LinkKind;
  text?: string;
  nofollow?: true;
}

/**
 * Collects links as written; `resolve` makes them absolute once the page's base is known. If the page asks to upgrade
 * requests, http files count as https, as in browsers.
 */
export function collectLinks(
  captured: CapturedText,
  cut: Cut,
): Collector & { resolve(base: string, isUpgraded: boolean): PageLink[] } {
  const written: WrittenLink[] = [];

  return {
    open(element, attributes) {
      if (element.inert || attributes.size === 0) return;
      for (const link of findLinks(element.name, attributes)) {
        if (cut.isFull("links", written.length)) return;
        written.push(link);
        if (link.kind !== "a") continue;
        captured.capture(element, (text) => {
          if (text) link.text = text.slice(0, MAX_LENGTH);
        });
      }
    },
    resolve(base, isUpgraded) {
      const resolved = new Map<string, string | undefined>();
      return written.flatMap((link) => {
        const { address, kind } = link;
        if (!resolved.has(address)) resolved.set(address, resolve(address, base));
        const url = resolved.get(address);
        const isLoaded = kind !== "a" && kind !== "area";
        return presentLink(link, isUpgraded && isLoaded ? url?.replace(/^http:/, "https:") : url);
      });
    },
  };
}

function findLinks(name: string, attributes: Attributes): WrittenLink[] {
  const at = (attribute: string, kind: LinkKind): WrittenLink[] => {
    const address = addressIn(attributes, attribute);
    return address === undefined ? [] : [{ address, kind }];
  };
  switch (name) {
    case "a":
    case "area": {
      const attribute = attributes.has("href") ? "href" : "xlink:href";
      return at(attribute, name).map((link) => ({ ...link, ...noFollow(attributes) }));
    }
    case "img": {
      const text = attributes.get("alt")?.slice(0, MAX_LENGTH);
      return at("src", "img").map((link) => (text ? { ...link, text } : link));
    }
    case "video":
      return [...at("src", "media"), ...at("poster", "img")];
    case "audio":
    case "embed":
    case "source":
    case "track":
      return at("src", "media");
    case "object":
      return at("data", "media");
    case "input":
      return attributes.get("type")?.trim().toLowerCase() === "image" ? at("src", "img") : [];
    case "image":
      return at(attributes.has("href") ? "href" : "xlink:href", "img");
    case "script":
      return at("src", "script");
    case "iframe":
    case "frame":
      return at("src", "iframe");
    case "link":
      return linkKinds(attributes).flatMap((kind) => at("href", kind));
    default:
      return [];
  }
}

function noFollow(attributes: Attributes): Pick<WrittenLink, "nofollow"> {
  const isNofollow = /(?:^|\s)nofollow(?:\s|$)/i.test(attributes.get("rel") ?? "");
  return isNofollow ? { nofollow: true } : {};
}

/** `rel="shortcut icon"`, `apple-touch-icon-precomposed` and `mask-icon` are icons too. */
const ICON = /^(?:mask-|fluid-|apple-touch-)?icon(?:-precomposed)?$/;

/** What a `<link>` loads for the page: a style sheet, an icon, or both. */
function linkKinds(attributes: Attributes): LinkKind[] {
  const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
  const isIcon = relations.some((relation) => ICON.test(relation));
  return [
    ...(relations.includes("stylesheet") ? ["stylesheet" as const] : []),
    ...(isIcon ? ["icon" as const] : []),
  ];
}

/** The absolute URL without its fragment; undefined if the address is invalid. */
function resolve(address: string, base: string) {
  const url = URL.parse(address, base);
  if (!url) return undefined;
  if (url.hash !== "") url.hash = "";
  return url.href.endsWith("#") ? url.href.slice(0, -1) : url.href;
}

/** The scheme of an address that has one. */
const SCHEME = /^([a-z][a-z0-9+.-]{0,40}):/i;

/** `http` and `https` with a letter left out, doubled or swapped: no program opens these. */
const MISTYPED = new Set(
  "hhtp hhtps hhttp hhttps hptt hptts hpttp htp htpp htpps htps htpt htpts httpp httpps httpss htttp htttps thttp thttps ttp ttps".split(
    " ",
  ),
);

/**
 * A link as the analysers see it. Undefined for an image without an address, a template, and a scheme other than the
 * web's (`mailto:`, `data:`): `tel://(555) 123` is no valid URL, but works.
 */
function presentLink(
  { address, kind, text, nofollow }: WrittenLink,
  resolved: string | undefined,
): PageLink[] {
  if (address === "" && kind !== "a" && kind !== "area") return [];
  if (isTemplate(address)) return [];
  const [, scheme = "http"] = SCHEME.exec(resolved ?? address) ?? [];
  const isMistyped = MISTYPED.has(scheme.toLowerCase()) && address.includes("://");
  if (!/^https?$/i.test(scheme) && !isMistyped) return [];
  const valid = resolved !== undefined && !isMistyped;
  const url = resolved ?? detached(address.slice(0, MAX_LENGTH));
  const shown = text ? { text: detached(text) } : {};
  return [{ url, kind, ...shown, valid, ...(nofollow && { nofollow }) }];
}
