import { type Attributes, isBlock, isHeading, type OpenElement } from "./element.ts";
import type { PageHeading } from "./page.ts";
import type { Collector } from "./readElements.ts";
import type { TextPool } from "./textPool.ts";

/** At once; more than a real page needs, few enough for a hostile one. */
const MAX_CAPTURES = 20;
const MAX_CAPTURED_LENGTH = 1000;
const MAX_HEADINGS = 2000;
const MAX_TEXT_LENGTH = 200_000;

interface Capture {
  element: OpenElement;
  text: string;
  done: (text: string) => void;
}

/** Gathers the text of elements, given to `done` when the element closes. */
export class CapturedText implements Collector {
  readonly #captures: Capture[] = [];

  capture(element: OpenElement, done: Capture["done"]) {
    if (this.#captures.length < MAX_CAPTURES) this.#captures.push({ element, text: " ", done });
    else done("");
  }

  /** Text that is not between tags, such as the alternative text of an image. */
  add(text: string, { hidden, inert }: OpenElement) {
    for (const capture of this.#captures) {
      if (hidden !== capture.element.hidden || inert !== capture.element.inert) continue;
      if (capture.text.length < MAX_CAPTURED_LENGTH) capture.text += text;
    }
  }

  text(text: string, element: OpenElement) {
    if (element.name !== "script" && element.name !== "style") this.add(text, element);
  }

  close(element: OpenElement) {
    while (this.#captures.at(-1)?.element === element) {
      const capture = this.#captures.pop();
      capture?.done(oneLine(capture.text).slice(0, MAX_CAPTURED_LENGTH));
    }
  }
}

/** Gathers `h1` to `h6` and `role=heading`; a label or an image's text counts as heading text. */
export function collectHeadings(captured: CapturedText): Collector & { headings: PageHeading[] } {
  const headings: PageHeading[] = [];
  return {
    headings,
    open(element, attributes) {
      const alternative = element.name === "img" ? attributes.get("alt") : undefined;
      if (alternative) captured.add(` ${alternative} `, element);
      const level = findLevel(element.name, attributes);
      if (level === undefined || element.inert || headings.length >= MAX_HEADINGS) return;
      const heading: PageHeading = { level, text: "", hidden: element.hidden };
      headings.push(heading);
      const label = attributes.get("aria-label")?.trim();
      captured.capture(element, (text) => {
        heading.text = text || (label ?? "").slice(0, 300);
      });
    },
  };
}

function findLevel(name: string, attributes: Attributes) {
  if (attributes.size > 0) {
    const role = attributes.get("role");
    if (role === "heading") return Number(attributes.get("aria-level")) || 2;
    if (role === "presentation" || role === "none") return undefined;
  }
  return isHeading(name) ? Number(name[1]) : undefined;
}

/** Gathers what a visitor reads as prose, one string for each block of text. */
export function collectText(pool: TextPool): Collector & { blocks: string[] } {
  const blocks: string[] = [];
  let current = " ";
  let length = 0;

  function endBlock() {
    if (current === " ") return;
    const text = oneLine(current);
    if (text) blocks.push(pool.get(text));
    current = " ";
  }

  return {
    blocks,
    open(element) {
      if (isBlock(element.name)) endBlock();
      else if (isLeftOut(element) && current !== " ") current += " ";
    },
    text(text, element) {
      if (isLeftOut(element) || length >= MAX_TEXT_LENGTH) return;
      length += text.length;
      current += text;
    },
    close(element) {
      if (isBlock(element.name)) endBlock();
    },
  };
}

function isLeftOut({ hidden, inert, unread }: OpenElement) {
  return hidden || inert || unread;
}

/** With single spaces between the words and none around them. */
function oneLine(text: string) {
  return text.replace(/\s+/g, " ").trim();
}
