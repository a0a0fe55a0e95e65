import { describe, expect, it } from "vitest";
import { compareListing } from "../../../../shared/audit/services/businessListing.ts";
import { BUSINESS, LISTING } from "./joesCafe.ts";

describe("compareListing", () => {
  it.each([
    ["case, accents, signs and legal forms", { names: ["THE JOES CAFE LIMITED"] }],
    ["one of several names", { names: ["Joe & Sons", "Joe’s Café"] }],
    ["spaces in a postcode", { postcode: "nw16xe" }],
    ["a phone number's form", { phones: ["+44 (0)20 7946-0123"] }],
    ["one of several phones", { phones: ["07700 900123", "tel:+442079460123"] }],
  ])("does not mind %s", (_, input) => {
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
  ])("tells that %o differs in %o", (value, differing) => {
    expect(compareListing(BUSINESS, { ...LISTING, ...value })).toEqual({ differing, missing: [] });
  });

  it("tells what one of the sides lacks", () => {
    const missing = ["postcode", "phone"];
    expect(compareListing(BUSINESS, { names: ["Joe's Café"], phones: ["call us"] })).toEqual({
      differing: [],
      missing,
    });
    const { name, hostname } = BUSINESS;
    expect(compareListing({ name, hostname }, LISTING)).toEqual({ differing: [], missing });
  });

  it.each([
    ["D-10115", "10115", "DE", []],
    ["CH-8001", "8001", "CH", []],
    ["LV-1010", "LV1010", "LV", []],
    ["I – 00183", "00183", "IT", []],
    ["D-10117", "10115", "DE", ["postcode"]],
    ["M1 1AA", "B1 1AA", "GB", ["postcode"]],
    ["AB1 2CD", "1 2CD", "GB", ["postcode"]],
  ])(
    "takes the country off the postcode %s, as %s of %s",
    (shown, postcode, country, differing) => {
      const business = { ...BUSINESS, postcode, country_code: country };
      const phone_number = "+442079460123";
      const listing = { ...LISTING, postcode: shown, phones: [phone_number] };
      expect(compareListing(business, listing)).toEqual({ differing, missing: [] });
    },
  );
});
