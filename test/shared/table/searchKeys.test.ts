import { expect, test } from "vitest";
import { foldHost, foldHostPrefix, foldName } from "../../../shared/table/searchKeys.ts";

test.each([
  "shop.example",
  "HTTP://SHOP.EXAMPLE",
  "www.shop.example/",
  "https://www.Shop.example.",
])("%s is found as shop.example, whole or by its beginning", (hostname) => {
  expect(foldHost(hostname)).toBe("shop.example");
  expect(foldHostPrefix(hostname)).toBe("shop.example");
});

test("a beginning of a host name or of an address is no address", () => {
  expect(["https://www.Sh", "10.1"].map(foldHostPrefix)).toEqual(["sh", "10.1"]);
});

test("a name is found by a beginning that ends within a word, in any case", () => {
  for (const beginning of ["Κώσ", "ΚΏΣ", "κώσ", "Κώς"])
    expect(foldName("Κώστας").startsWith(foldName(beginning))).toBe(true);
});
