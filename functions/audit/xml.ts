import { SaxesParser } from "saxes";

/** No document that an audit reads nests like this; the parser keeps every element that is open. */
const MAX_DEPTH = 100;
/** Without the end of an element or a text: more than that is no document of ours. */
const MAX_SILENCE = 1024 * 1024;

export interface XmlHandlers {
  /** An element begins; the root has depth 1. Names have their prefix. */
  open(name: string, depth: number, attributes: Readonly<Record<string, string>>): void;
  /** Text or CDATA of the element at this depth; may come in pieces. */
  text(text: string, depth: number): void;
  close(name: string, depth: number): void;
  /** What is not well-formed; goes on unless this throws. */
  error(error: Error): void;
}

/**
 * Reads XML as its pieces come, in bounded memory. Throws where elements nest too deeply or one
 * does not end. Entities of the document's own are never expanded.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: true }>({
    xmlns: false,
    position: true,
  });
  #depth = 0;
  #silence = 0;

  constructor(handlers: XmlHandlers) {
    this.#parser.on("opentag", ({ name, attributes }) => {
      this.#silence = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new Error("elements nested too deeply");
      handlers.open(name, this.#depth, attributes);
    });
    this.#parser.on("text", (text) => {
      this.#silence = 0;
      handlers.text(text, this.#depth);
    });
    this.#parser.on("cdata", (text) => handlers.text(text, this.#depth));
    this.#parser.on("closetag", ({ name }) => {
      this.#silence = 0;
      handlers.close(name, this.#depth);
      this.#depth -= 1;
    });
    this.#parser.on("error", (error) => handlers.error(error));
  }

  write(text: string) {
    this.#silence += text.length;
    if (this.#silence > MAX_SILENCE) throw new Error("an element that does not end");
    this.#parser.write(text);
  }

  end() {
    this.#parser.close();
  }
}
