import { UNREAD_ELEMENTS } from "./elementNames.ts";
import type { Attributes } from "./tokenizeHtml.ts";

/** An element and what holds for everything in it. */
export interface OpenElement {
  readonly name: string;
  /** Not there for anybody: `hidden`, `aria-hidden`, or an inline style. */
  readonly hidden: boolean;
  /** In a `<template>`: not part of the page yet. */
  readonly inert: boolean;
  /** In something whose text is not prose: code, a form, navigation, another language. */
  readonly unread: boolean;
  /** In the header or footer of the page or of an article. */
  readonly furniture: boolean;
  readonly foreign: boolean;
}

/** What holds outside of all elements. */
export const ROOT: OpenElement = {
  name: "",
  hidden: false,
  inert: false,
  unread: false,
  furniture: false,
  foreign: false,
};

/** What the attributes say, and what the parent hands down. `language`: the page's own. */
export function describeElement(
  name: string,
  attributes: Attributes,
  { parent, language }: { parent: OpenElement; language: string | undefined },
): OpenElement {
  const furniture = parent.furniture || name === "header" || name === "footer";
  return {
    name,
    hidden: parent.hidden || isHidden(attributes),
    inert: parent.inert || name === "template",
    unread: parent.unread || isUnread(name, attributes, { furniture, language }),
    furniture,
    foreign: name === "svg" || name === "math" || (parent.foreign && name !== "foreignobject"),
  };
}

const INVISIBLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

function isHidden(attributes: Attributes) {
  if (attributes.size === 0) return false;
  return (
    attributes.has("hidden") ||
    attributes.get("aria-hidden") === "true" ||
    INVISIBLE.test(attributes.get("style") ?? "")
  );
}

/** Lists and links in a header or footer are navigation, whatever they are called. */
function isUnread(
  name: string,
  attributes: Attributes,
  { furniture, language }: { furniture: boolean; language: string | undefined },
) {
  if (UNREAD_ELEMENTS.has(name)) return true;
  if (furniture && (name === "a" || name === "ul" || name === "ol" || name === "menu")) return true;
  if (attributes.size === 0) return false;
  if (attributes.get("role") === "navigation" || attributes.get("translate") === "no") return true;
  const own = primaryLanguage(attributes);
  return own !== undefined && language !== undefined && own !== language;
}

export function primaryLanguage(attributes: Attributes) {
  return attributes.get("lang")?.trim().split(/[-_]/)[0]?.toLowerCase() || undefined;
}
