import { Tokenizer } from "htmlparser2";

/** No feed nests like this. */
const MAX_DEPTH = 100;

export interface LooseXmlHandlers {
  /** An element begins; the root has depth 1. The name has its prefix. */
  open(name: string, depth: number): void;
  /** Text or CDATA of the element at this depth; may come in pieces. */
  text(text: string, depth: number): void;
  close(name: string, depth: number): void;
}

/**
 * Reads XML that need not be well-formed, in linear time: an end tag of nothing is passed over, one
 * of an outer element ends those in it, and what stays open is left so. Throws where elements
 * nest too deeply.
 */
export function readLooseXml(xml: string, handlers: LooseXmlHandlers) {
  const open: string[] = [];
  let name = "";

  function begin() {
    if (open.length >= MAX_DEPTH) throw new Error("elements nested too deeply");
    open.push(name);
    handlers.open(name, open.length);
  }

  function end(name: string) {
    // At most as many steps as elements may be open.
    const place = open.lastIndexOf(name);
    while (place >= 0 && open.length > place) {
      handlers.close(open.at(-1) ?? "", open.length);
      open.pop();
    }
  }

  const tokenizer = new Tokenizer(
    { xmlMode: true },
    {
      onopentagname: (start, end) => {
        name = xml.slice(start, end);
      },
      onopentagend: begin,
      onselfclosingtag() {
        begin();
        end(name);
      },
      onclosetag: (start, stop) => end(xml.slice(start, stop)),
      ontext: (start, end) => handlers.text(xml.slice(start, end), open.length),
      ontextentity: (codePoint) => handlers.text(String.fromCodePoint(codePoint), open.length),
      oncdata: (start, end, offset) => handlers.text(xml.slice(start, end - offset), open.length),
      isInForeignContext: () => true,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(xml);
}

function ignore() {}
