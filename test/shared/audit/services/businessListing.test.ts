import { expect, it } from "vitest";
import { compareListing } from "../../../../shared/audit/services/businessListing.ts";
import { BUSINESS, LISTING } from "./joesCafe.ts";

it.each([
  ["case, accents, signs and legal forms", { names: ["THE JOES CAFE LIMITED"] }],
  ["one of several names", { names: ["Joe & Sons", "Joe’s Café"] }],
  ["spaces in a postcode", { postcode: "nw16xe" }],
  ["a phone number's form", { phones: ["+44 (0)20 7946-0123"] }],
  ["one of several phones", { phones: ["07700 900123", "tel:+442079460123"] }],
])("a comparison does not mind %s", (_, input) => {
  expect(compareListing(BUSINESS, { ...LISTING, ...input })).toEqual({
    differing: [],
    missing: [],
  });
});

it.each([
  [{ names: ["Jim's Café"] }, ["name"]],
  [{ names: ["Joe's Café Camden"] }, ["name"]],
  [{ postcode: "NW1 6XD" }, ["postcode"]],
  [{ phones: ["020 7946 0124"] }, ["phone"]],
  [{ names: ["X"], postcode: "Y", phones: ["+4930123456"] }, ["name", "postcode", "phone"]],
])("a comparison tells that %o differs in %o", (value, differing) => {
  expect(compareListing(BUSINESS, { ...LISTING, ...value })).toEqual({ differing, missing: [] });
});

it("a comparison tells what one of the sides lacks", () => {
  const missing = ["postcode", "phone"];
  expect(compareListing(BUSINESS, { names: ["Joe's Café"], phones: ["call us"] })).toEqual({
    differing: [],
    missing,
  });
  const { name, hostname } = BUSINESS;
  expect(compareListing({ name, hostname }, LISTING)).toEqual({ differing: [], missing });
});
