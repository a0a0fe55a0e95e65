import { expect, test } from "vitest";
import {
  type SitemapEntry,
  SitemapParser,
} from "../../../../functions/audit/analysers/sitemap/sitemapParser.ts";

/** The entries that a parser finds in these pieces. */
function read(...pieces: string[]) {
  const entries: SitemapEntry[] = [];
  const parser = new SitemapParser((entry) => entries.push(entry));
  for (const piece of pieces) parser.write(piece);
  parser.end();
  return entries;
}

test("entries come from pieces, with text and CDATA", () => {
  expect(
    read("<urlset><url><lo", "c>o", "ne</loc><a/><b><![CDATA[x]]></b></url></urlset>"),
  ).toEqual([{ loc: "one" }]);
  expect(read("<urlset><url><loc><![CDATA[<two>]]></loc></url></urlset>")).toEqual([
    { loc: "<two>" },
  ]);
});

test.each([
  [100, undefined],
  [101, "elements nested too deeply"],
])("%i elements in each other: %s", (depth, error) => {
  const inner = depth - 1;
  const document = () => read("<urlset>", "<a>".repeat(inner), "</a>".repeat(inner), "</urlset>");
  if (error) expect(document).toThrow(error);
  else expect(document()).toEqual([]);
});

test.each(["<a ", "<a b='", "<!--", "<urlset><![CDATA[", "<!DOCTYPE a [", "<?pi "])(
  "what begins with %s must end within a megabyte",
  (start) => {
    const piece = " ".repeat(65_536);
    expect(() => read(start, ...Array<string>(20).fill(piece))).toThrow(
      "an element that does not end",
    );
  },
);

test("entities that a document defines are not expanded", () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><urlset>&b;</urlset>';
  expect(() => read(bomb)).toThrow("undefined entity");
});
