import { describeElement, type OpenElement, primaryLanguage, ROOT } from "./describeElement.ts";
import { endsOpenElement, isBlock, isHeading, VOID_ELEMENTS } from "./elementNames.ts";
import { type Attributes, tokenizeHtml } from "./tokenizeHtml.ts";

/** What is called, in order, while a page is read. Every element that opens also closes. */
export interface Collector {
  open?(element: OpenElement, attributes: Attributes): void;
  text?(text: string, element: OpenElement): void;
  close?(element: OpenElement): void;
}

/** Browsers stop nesting at 512; what is deeper is there, but has nothing in it. */
const MAX_DEPTH = 1000;

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
    const element = describeElement(name, attributes, { parent, language });
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
