import { oneLine } from "./capturedText.ts";
import type { OpenElement } from "./describeElement.ts";
import { isBlock } from "./elementNames.ts";
import type { Collector } from "./openElements.ts";
import type { TextPool } from "./textPool.ts";

const MAX_TEXT_LENGTH = 200_000;

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
