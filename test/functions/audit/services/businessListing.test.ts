import { describe, expect, it } from "vitest";
import { compareListing } from "../../../../functions/audit/services/businessListing.ts";
import { BUSINESS, LISTING } from "./joesCafe.ts";

describe("compareListing", () => {
  it.each([
    ["case, accents, signs and legal forms", { names: ["THE JOES CAFE LIMITED"] }],
    ["one of several names", { names: ["Joe & Sons", "Joe’s Café"] }],
    ["spaces in a postcode", { postcode: "nw16xe" }],
    ["a phone number's form", { phones: ["+44 (0)20 7946-0123"] }],
    ["one of several phones", { phones: ["07700 900123", "tel:+442079460123"] }],
  ])("does not mind %s", (_, given) => {
    expect(compareListing(BUSINESS, { ...LISTING, ...given })).toEqual({
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
  ])("tells that %o differs in %o", (given, differing) => {
    expect(compareListing(BUSINESS, { ...LISTING, ...given })).toEqual({ differing, missing: [] });
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

  it("knows ZIP+4 codes and numbers of the business's country", () => {
    const business = {
      ...BUSINESS,
      country_code: "US",
      postcode: "10001-1234",
      phone_number: "+12125550123",
    };
    const listing = { ...LISTING, postcode: "10001", phones: ["(212) 555-0123"] };
    expect(compareListing(business, listing)).toEqual({ differing: [], missing: [] });
  });
});
