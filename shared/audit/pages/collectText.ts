import type { Cut } from "./element.ts";
import { type Attributes, isBlock, isHeading, type OpenElement } from "./element.ts";
import { detached, type PageHeading } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_CAPTURED_LENGTH = 1000;

interface Capture {
  element: OpenElement;
  text: string;
  done: (text: string) => void;
}

/** Collects the text of chosen elements, and calls `done` with it when the element closes. */
export class CapturedText implements Collector {
  readonly #captures: Capture[] = [];
  readonly #cut: Cut;

  constructor(cut: Cut) {
    this.#cut = cut;
  }

  capture(element: OpenElement, done: Capture["done"]) {
    if (!this.#cut.isFull("captured texts", this.#captures.length))
      this.#captures.push({ element, text: " ", done });
    else done("");
  }

  /** Adds text of an attribute, such as the alternative text of an image. */
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

/**
 * Collects `h1` to `h6` and `role=heading`. An image's alternative text is part of a heading. A heading without text
 * takes the first label or title of its own or of an element in it.
 */
export function collectHeadings(
  captured: CapturedText,
  cut: Cut,
): Collector & { headings: PageHeading[] } {
  const headings: PageHeading[] = [];
  const unfinished: { hidden: boolean; name: string }[] = [];

  function addName({ hidden }: OpenElement, attributes: Attributes) {
    if (unfinished.length === 0 || attributes.size === 0) return;
    // A reference to other elements (`aria-labelledby`) is not followed; it counts as text.
    const name = ["aria-label", "aria-labelledby", "title"]
      .map((attribute) => attributes.get(attribute)?.trim())
      .find(Boolean);
    if (!name) return;
    for (const each of unfinished) if (each.hidden === hidden) each.name ||= name.slice(0, 300);
  }

  return {
    headings,
    open(element, attributes) {
      const alternative = element.name === "img" ? attributes.get("alt") : undefined;
      if (alternative) captured.add(` ${alternative} `, element);
      const level = findLevel(element.name, attributes);
      if (level === undefined || element.inert) return addName(element, attributes);
      if (cut.isFull("headings", headings.length)) return;
      const { hidden } = element;
      const heading: PageHeading = { level, text: "", hidden: hidden || element.unreachable };
      headings.push(heading);
      unfinished.push({ hidden, name: "" });
      addName(element, attributes);
      captured.capture(element, (text) => {
        const { name = "" } = unfinished.pop() ?? {};
        heading.text = text || detached(name);
      });
    },
  };
}

/** The level of a heading, by axe-core's rules. Undefined for an element that is no heading or has another role. */
function findLevel(name: string, attributes: Attributes) {
  const own = isHeading(name) ? Number(name[1]) : undefined;
  if (attributes.size === 0) return own;
  const roles = attributes.get("role")?.toLowerCase().split(/\s+/) ?? [];
  const role =
    roles.find((each) => ROLES.has(each) || each.startsWith("doc-")) ?? (own && "heading");
  if (role !== "heading") return undefined;
  const level = Number.parseInt(attributes.get("aria-level") ?? "", 10);
  return level >= 1 ? level : (own ?? 2);
}

/** The roles of WAI-ARIA 1.2. Browsers ignore other names, except those of digital publishing (`doc-subtitle`). */
const ROLES: ReadonlySet<string> = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
   combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form
   generic grid gridcell group heading img insertion link list listbox listitem log main marquee math menu
   menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation
   progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider
   spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer
   toolbar tooltip tree treegrid treeitem`.split(/\s+/),
);

const MAX_CODE_WORDS = 5000;
/** Whole lower-case words of the lengths that the spelling analyser reports. */
const CODE_WORD = /(?<![A-Za-z])[a-z]{5,40}(?![A-Za-z])/g;

/**
 * Collects the page's prose, one string for each block of text; the labels of navigation, buttons and
 * forms; and the words of code.
 */
export function collectText(
  cut: Cut,
): Collector & { blocks: string[]; labels: Set<string>; codeWords: Set<string> } {
  const blocks: string[] = [];
  const labels = new Set<string>();
  const codeWords = new Set<string>();
  let current = " ";
  let label = "";
  let length = 0;

  function endBlock() {
    endLabel();
    if (current === " ") return;
    const text = oneLine(current);
    if (text) blocks.push(detached(text));
    current = " ";
  }

  function endLabel() {
    if (label === "") return;
    const text = oneLine(label);
    const isNew = text !== "" && !labels.has(text);
    if (isNew && !cut.isFull("labels", labels.size)) labels.add(detached(text));
    label = "";
  }

  function endWord() {
    if (current !== " ") current += " ";
    if (label !== "") label += " ";
  }

  function addCodeWords(text: string) {
    for (const word of text.match(CODE_WORD) ?? []) {
      if (codeWords.has(word)) continue;
      if (codeWords.size >= MAX_CODE_WORDS) return;
      codeWords.add(detached(word));
    }
  }

  return {
    blocks,
    labels,
    codeWords,
    open(element) {
      if (isBlock(element.name)) endBlock();
      else if (isNote(element)) endWord();
      else if (!isProse(element) && current !== " ") current += " ";
      if (element.label && endsLabel(element.name)) endLabel();
    },
    text(text, element) {
      const { hidden, inert, unread, code } = element;
      if (hidden || inert || (unread && !code)) return;
      if (cut.isFull("text", length)) return;
      length += text.length;
      if (code) addCodeWords(text);
      else if (element.label) label += text;
      else current += text;
    },
    close(element) {
      if (isBlock(element.name)) endBlock();
      else if (isNote(element)) endWord();
      else if (element.label && endsLabel(element.name)) endLabel();
    },
  };
}

function isProse({ hidden, inert, unread, label }: OpenElement) {
  return !(hidden || inert || unread || label);
}

/** A superscript or subscript is not part of the word before it: `research<sup>a</sup>`. */
function isNote({ name }: OpenElement) {
  return name === "sup" || name === "sub";
}

/** Adjacent links and buttons are separate labels. */
function endsLabel(name: string) {
  return name === "a" || name === "button" || name === "label";
}

/** Makes white space single spaces, and removes soft hyphens and other marks within words. */
function oneLine(text: string) {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
