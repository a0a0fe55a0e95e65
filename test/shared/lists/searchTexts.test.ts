import { expect, test } from "vitest";
import {
  foldHostPrefix,
  foldName,
  wordsOfEmail,
  wordsOfHost,
  wordsOfName,
} from "../../../shared/lists/searchTexts.ts";

test.each([
  [
    "https://www.Caf\u00e9.example/Menu/",
    ["cafe\u0301.example", "www.CAF\u00c9", "http://caf\u00e9.example/menu", "xn--caf-dma.example"],
  ],
  ["xn--mnchen-3ya.example", ["m\u00fcnch", "XN--MNCHEN-3YA.example"]],
  ["\uff45\uff58-wide.example", ["ex-wide", "\uff25\uff38-WIDE"]],
  ["HTTP://www.SHOP.example./", ["shop.example", "https://www.Sh", "Shop.example."]],
  ["10.20.30.40", ["10.20", "10.20.30.40", "http://10.20.30.40/"]],
])("finds a host name however it is written: %s", (hostname, texts) => {
  const [whole = ""] = wordsOfHost(hostname);
  const isFound = (text: string) => whole.startsWith(foldHostPrefix(text));
  for (const text of texts) expect([text, isFound(text)]).toEqual([text, true]);
  expect(isFound("zzz")).toBe(false);
});

test.each([
  ["www. Shop", ["www. s"]],
  ["Stra\u00dfe & S\u00f6hne", ["STRASSE & S\u00d6", "stra\u00dfe", "straSSe"]],
  ["\u039f\u03b4\u03cc\u03c2", ["\u039f\u0394\u038c\u03a3", "\u03bf\u03b4\u03cc\u03c3"]],
  // A search that ends within a word.
  ["\u03bf\u03b4\u03cc\u03c3\u03b1", ["\u039f\u0394\u038c\u03a3"]],
  ["\u6771\u4eac\u30c8\u30e8\u30bf", ["\u6771\u4eac", "\u6771\u4eac\uff84\uff96\uff80"]],
  ["%_*\\ Ltd", ["%_", "%_*\\ l"]],
])("finds a name however it is written: %s", (name, texts) => {
  const [whole = ""] = wordsOfName(name);
  const isFound = (text: string) => whole.startsWith(foldName(text));
  for (const text of texts) expect([text, isFound(text)]).toEqual([text, true]);
  expect(isFound("zzz")).toBe(false);
});

test.each([
  [wordsOfName, "Analytical Engines Ltd", ["analytical engines ltd", "engines ltd", "ltd"]],
  [wordsOfName, "(Miller & Sons)", ["(miller & sons)", "miller & sons)", "sons)"]],
  // A vowel sign is part of a word.
  [wordsOfName, "हिन्दी दुकान", ["हिन्दी दुकान", "दुकान"]],
  [wordsOfName, "a b c d e f g h i j", expect.objectContaining({ length: 8 })],
  [
    wordsOfEmail,
    "Ada.Lovelace@mail.example.com",
    [
      ...["ada.lovelace@mail.example.com", "lovelace@mail.example.com", "mail.example.com"],
      "example.com",
    ],
  ],
  [
    wordsOfHost,
    "https://www.shop.example.com/en-gb",
    ["shop.example.com/en-gb", "example.com/en-gb"],
  ],
  [wordsOfHost, "my-shop.example:8443", ["my-shop.example:8443", "shop.example:8443"]],
  [wordsOfHost, "localhost", ["localhost"]],
])("a text is found from each of its words on: %o of %s", (wordsOf, text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
