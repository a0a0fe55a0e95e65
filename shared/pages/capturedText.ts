import type { OpenElement } from "./describeElement.ts";
import type { Collector } from "./openElements.ts";

/** At once; more than a real page needs, few enough for a hostile one. */
const MAX_CAPTURES = 20;
export const MAX_CAPTURED_LENGTH = 1000;

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

/** With single spaces between the words and none around them. */
export function oneLine(text: string) {
  return text.replace(/\s+/g, " ").trim();
}

/** The same text in memory of its own: a part of a page would keep the whole page in memory. */
export function detached(text: string) {
  return ` ${text}`.slice(1);
}
