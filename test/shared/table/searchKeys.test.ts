import { expect, test } from "vitest";
import { hostSearchKeys, searchKeys, searchTexts } from "../../../shared/table/searchKeys.ts";

/** Whether a search for this text finds what is stored with these keys. */
const isFound = ({ search_text }: { search_text: string }, text: string) =>
  searchTexts(text).some((each) => search_text.startsWith(each));
const record = { uuid: "01900000-0000-7000-8000-000000000000" };

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
  const keys = hostSearchKeys(hostname, record);
  for (const text of texts) expect([text, isFound(keys, text)]).toEqual([text, true]);
  expect(isFound(keys, "zzz")).toBe(false);
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
  const keys = searchKeys(name, record);
  for (const text of texts) expect([text, isFound(keys, text)]).toEqual([text, true]);
  expect(isFound(keys, "zzz")).toBe(false);
});
