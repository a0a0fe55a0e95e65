import { Tokenizer } from "htmlparser2";

/** The attributes of one tag, by name in lower case; the first of the same name counts. */
export type Attributes = ReadonlyMap<string, string>;

export interface TokenHandler {
  /** `selfClosing`: written as `<name/>`, which means something in SVG and MathML only. */
  open(name: string, attributes: Attributes, selfClosing: boolean): void;
  close(name: string): void;
  text(text: string): void;
  isInForeignContext(): boolean;
}

const ATTRIBUTES_PER_TAG = 100;

/**
 * Calls the handler with each tag and text of the page, in time linear to its length. htmlparser2's
 * tokenizer alone, because its parser (and every tree builder) is slow on deep nesting.
 */
export function tokenizeHtml(html: string, handler: TokenHandler) {
  let name = "";
  let attribute = "";
  let value = "";
  let attributes = new Map<string, string>();

  function open(selfClosing: boolean) {
    handler.open(name, attributes, selfClosing);
    attributes = new Map();
  }

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
        if (attributes.size < ATTRIBUTES_PER_TAG && !attributes.has(attribute)) {
          attributes.set(attribute, value);
        }
      },
      onopentagend: () => open(false),
      onselfclosingtag: () => open(true),
      onclosetag: (start, end) => handler.close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => handler.text(html.slice(start, end)),
      ontextentity: (codePoint) => handler.text(String.fromCodePoint(codePoint)),
      isInForeignContext: () => handler.isInForeignContext(),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

function ignore() {}
