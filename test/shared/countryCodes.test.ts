import { expect, it } from "vitest";
import { isCountryCode } from "../../shared/fields/countryCodes.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

it("accepts the 249 codes that ISO 3166-1 assigns, of all that have two letters", () => {
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const accepted = pairs.filter(isCountryCode);
  expect(accepted).toHaveLength(249);
  expect(accepted).toEqual(expect.arrayContaining(["AX", "BQ", "GB", "SS", "UM", "ZW"]));
});

it.each(["UK", "EU", "XK", "AN", "gb", "GBR", "826", "", "constructor", "__proto__"])(
  "refuses %j",
  (value) => {
    expect(isCountryCode(value)).toBe(false);
  },
);
