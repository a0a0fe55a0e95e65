import { isBlock } from "../../shared/pages/element.ts";
import { readElements } from "../../shared/pages/readElements.ts";

const MOST_BLOCKS = 1000;
const LONGEST_BLOCK = 300;

const WITHOUT_TEXT = new Set("head script style textarea title".split(" "));

/**
 * All that a visitor sees of a page, one string per block element. Unlike a Page's `text` it holds
 * addresses and the footer, where phone numbers mostly are.
 */
export function readVisibleText(html: string): string[] {
  const blocks: string[] = [];
  let block = "";

  function end({ name }: { name: string }) {
    if (!isBlock(name)) return;
    const text = block.trim();
    if (text && blocks.length < MOST_BLOCKS) blocks.push(text);
    block = "";
  }

  readElements(html, [
    {
      open: end,
      close: end,
      text(text, { name, hidden, inert }) {
        const seen = !hidden && !inert && !WITHOUT_TEXT.has(name);
        if (!seen || block.length >= LONGEST_BLOCK) return;
        block += text.replace(/\s+/g, " ").slice(0, LONGEST_BLOCK);
      },
    },
  ]);
  end({ name: "body" });
  return blocks;
}
