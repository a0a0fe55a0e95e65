import { parseDocument } from "htmlparser2";

/** The names of all elements and attributes of a page or mail, and the text that a reader sees. */
export function readHtml(html: string) {
  const tags: string[] = [];
  const texts: string[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>["children"]) => {
    for (const node of nodes) {
      if (node.type === "text") texts.push(node.data);
      if ("name" in node) tags.push(node.name);
      if ("attribs" in node) tags.push(...Object.keys(node.attribs).map((name) => `@${name}`));
      if ("children" in node && node.type !== "style") walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return { tags, text: texts.join(" ").replaceAll(/\s+/g, " ") };
}
