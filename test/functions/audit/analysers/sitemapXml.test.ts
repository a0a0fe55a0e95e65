import { expect, test } from "vitest";
import { XmlReader } from "../../../../functions/audit/analysers/sitemap/sitemapParser.ts";

/** What a reader tells of these pieces: `+name`, `-name`, text, each with its depth. */
function read(...pieces: string[]) {
  const told: string[] = [];
  const reader = new XmlReader({
    open: (name, depth) => told.push(`${depth}+${name}`),
    text: (text, depth) => told.push(`${depth} ${text}`),
    close: (name, depth) => told.push(`${depth}-${name}`),
    error: (error) => {
      throw error;
    },
  });
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return told;
}

test("elements, text and CDATA come with their depth", () => {
  expect(read("<a><b>on", "e</b><c:d/><![CDATA[<two>]]></a>")).toEqual([
    "1+a",
    "2+b",
    "2 one",
    "2-b",
    "2+c:d",
    "2-c:d",
    "1 <two>",
    "1-a",
  ]);
});

test.each([
  [100, undefined],
  [101, "elements nested too deeply"],
])("%i elements in each other: %s", (depth, error) => {
  const document = () => read("<a>".repeat(depth), "</a>".repeat(depth));
  if (error) expect(document).toThrow(error);
  else expect(document()).toHaveLength(2 * depth);
});

test.each(["<a ", "<a b='", "<!--", "<a><![CDATA[", "<!DOCTYPE a [", "<?pi "])(
  "what begins with %s must end within a megabyte",
  (start) => {
    const piece = " ".repeat(65_536);
    expect(() => read(start, ...Array<string>(20).fill(piece))).toThrow(
      "an element that does not end",
    );
  },
);

test("entities that a document defines are not expanded", () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><a>&b;</a>';
  expect(() => read(bomb)).toThrow("undefined entity");
});
