import { Tokenizer } from "htmlparser2";
import {
  type Attributes,
  type Cut,
  describeElement,
  endsOpenElement,
  isBlock,
  isHeading,
  type OpenElement,
  primaryLanguage,
  ROOT,
  VOID_ELEMENTS,
} from "./element.ts";

/** Receives the elements and texts of a page, in their order. Every element that opens also closes. */
export interface Collector {
  open?(element: OpenElement, attributes: Attributes): void;
  text?(text: string, element: OpenElement): void;
  close?(element: OpenElement): void;
}

/**
 * Reads a page element by element, in time linear to its length. An element that is nested too deep is reported as
 * empty. Missing and surplus end tags are handled almost as in browsers, each in constant time. In XML, `<div/>` is an
 * empty element; in HTML, the slash has no meaning.
 */
export function readElements(
  html: string,
  collectors: readonly Collector[],
  { cut, isXml }: { cut: Cut; isXml: boolean },
) {
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

  /** `selfClosing`: written as `<name/>`, which means something in XML, SVG and MathML only. */
  function open(name: string, attributes: Attributes, selfClosing: boolean) {
    while (endsOpenElement(name, stack[blocks.at(-1) ?? -1]?.name ?? "")) {
      closeDownTo(blocks.at(-1) ?? 0);
    }
    if (name === "a") close(name);
    if (name === "html") language ??= primaryLanguage(attributes);
    const parent = current();
    const element = describeElement(name, attributes, { parent, language });
    const empty = VOID_ELEMENTS.has(name) || (selfClosing && (isXml || element.foreign));
    for (const collector of collectors) collector.open?.(element, attributes);
    if (!empty && !cut.isFull("nested elements", stack.length)) push(element);
    else for (const collector of collectors) collector.close?.(element);
  }

  let name = "";
  let attribute = "";
  let value = "";
  let attributes = new Map<string, string>();

  function endTag(selfClosing: boolean) {
    open(name, attributes, selfClosing);
    attributes = new Map();
  }

  function read(text: string) {
    const element = current();
    for (const collector of collectors) collector.text?.(text, element);
  }

  // The tokenizer alone, because htmlparser2's parser (and every tree builder) is slow on deep nesting.
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = "";
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (attributes.has(attribute)) return;
        if (!cut.isFull("attributes of an element", attributes.size)) {
          attributes.set(attribute, value);
        }
      },
      onopentagend: () => endTag(false),
      onselfclosingtag: () => endTag(true),
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => read(html.slice(start, end)),
      oncdata: (start, end) => read(html.slice(start, end)),
      ontextentity: (codePoint) => read(String.fromCodePoint(codePoint)),
      isInForeignContext: () => isXml || current().foreign,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  closeDownTo(0);
}

function ignore() {}
