import {
  endsOpenElement,
  isBlock,
  isHeading,
  UNREAD_ELEMENTS,
  VOID_ELEMENTS,
} from "./elementNames.ts";
import { type Attributes, tokenizeHtml } from "./tokenizeHtml.ts";

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

/** What is called, in order, while a page is read. Every element that opens also closes. */
export interface Collector {
  open?(element: OpenElement, attributes: Attributes): void;
  text?(text: string, element: OpenElement): void;
  close?(element: OpenElement): void;
}

/** Browsers stop nesting at 512; what is deeper is there, but has nothing in it. */
const MAX_DEPTH = 1000;

const ROOT: OpenElement = {
  name: "",
  hidden: false,
  inert: false,
  unread: false,
  furniture: false,
  foreign: false,
};

/**
 * Reads a page element by element. End tags that are missing or too many are handled as a browser
 * does, near enough for what an audit needs: each costs constant time, whatever is open.
 */
export function readElements(html: string, collectors: readonly Collector[]) {
  const stack: OpenElement[] = [];
  const places = new Map<string, number[]>();
  const blocks: number[] = [];
  let language: string | undefined;

  const current = () => stack.at(-1) ?? ROOT;

  function closeDownTo(depth: number) {
    while (stack.length > depth) {
      const element = stack.pop() ?? ROOT;
      places.get(element.name)?.pop();
      if (blocks.at(-1) === stack.length) blocks.pop();
      for (const collector of collectors) collector.close?.(element);
    }
  }

  function push(element: OpenElement) {
    const place = places.get(element.name);
    if (place) place.push(stack.length);
    else places.set(element.name, [stack.length]);
    if (isBlock(element.name)) blocks.push(stack.length);
    stack.push(element);
  }

  function close(name: string) {
    const block = blocks.at(-1) ?? -1;
    const open = stack[block]?.name ?? "";
    const closed = isHeading(name) && isHeading(open) ? open : name;
    const place = places.get(closed)?.at(-1);
    if (place !== undefined && (isBlock(name) || place > block)) closeDownTo(place);
  }

  function open(name: string, attributes: Attributes, selfClosing: boolean) {
    while (endsOpenElement(name, stack[blocks.at(-1) ?? -1]?.name ?? "")) {
      closeDownTo(blocks.at(-1) ?? 0);
    }
    if (name === "a") close(name);
    if (name === "html") language ??= primaryLanguage(attributes);
    const parent = current();
    const element = describe(name, attributes, { parent, language });
    const empty = VOID_ELEMENTS.has(name) || (selfClosing && element.foreign);
    for (const collector of collectors) collector.open?.(element, attributes);
    if (!empty && stack.length < MAX_DEPTH) push(element);
    else for (const collector of collectors) collector.close?.(element);
  }

  tokenizeHtml(html, {
    open,
    close,
    text(text) {
      const element = current();
      for (const collector of collectors) collector.text?.(text, element);
    },
    isInForeignContext: () => current().foreign,
  });
  closeDownTo(0);
}

function describe(
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

function primaryLanguage(attributes: Attributes) {
  return attributes.get("lang")?.trim().split(/[-_]/)[0]?.toLowerCase() || undefined;
}
