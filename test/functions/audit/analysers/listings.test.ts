import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { memoryCache } from "../../../../functions/audit/analysers/cache.ts";
import {
  analyseListings,
  listingsSummaryData,
} from "../../../../functions/audit/analysers/listings/analyseListings.ts";
import { compareListing } from "../../../../functions/audit/analysers/listings/compare.ts";
import type { Listing, Lookup } from "../../../../functions/audit/analysers/listings/directory.ts";
import { nominatim } from "../../../../functions/audit/analysers/listings/nominatim.ts";
import { siteListing } from "../../../../functions/audit/analysers/listings/siteListing.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { type Site, startSite } from "../../../support/site.ts";
import { page } from "./support.ts";

const BUSINESS = {
  name: "Joe's Café Ltd",
  hostname: "https://www.joescafe.example/",
  postcode: "NW1 6XE",
  city: "London",
  country_code: "GB",
  phone_number: "+442079460123",
};
const LISTING: Listing = {
  names: ["Joe's Café"],
  postcode: "NW1 6XE",
  phones: ["020 7946 0123"],
};

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

describe("analyseListings", () => {
  const directory = (lookup: Lookup | Error) => ({
    name: "a directory",
    find: async () => {
      if (lookup instanceof Error) throw lookup;
      return lookup;
    },
  });
  const found = (given: Partial<Listing> = {}) =>
    directory({ asked: true, listing: { ...LISTING, ...given } });
  const absent = directory({ asked: true });

  it.each([
    ["the same everywhere", [found(), found()], [2, false, 2, 0], "success"],
    ["found in one of two", [found(), absent], [1, false, 2, 0], "success"],
    [
      "another phone in one",
      [found(), found({ phones: ["020 7946 0999"] })],
      [2, false, 2, 1],
      "warning",
    ],
    ["no phone in one", [found({ phones: [] })], [1, true, 1, 0], "warning"],
    ["found nowhere", [absent], [0, false, 1, 0], "warning"],
    [
      "not to be asked",
      [directory(new Error("timeout")), directory({ asked: false })],
      [0, false, 0, 0],
      "info",
    ],
  ])("of a business that is %s", async (_, directories, counts, status) => {
    const finding = await analyseListings(BUSINESS, directories);
    const [
      directories_found_count,
      missing_listing_details,
      directories_tested_count,
      directories_inconsistent_count,
    ] = counts;
    expect(finding).toEqual({
      status,
      data: {
        directories_found_count,
        missing_listing_details,
        directories_tested_count,
        directories_inconsistent_count,
      },
    });
    expect(listingsSummaryData.parse(finding.data)).toEqual(finding.data);
  });
});

describe("siteListing", () => {
  const find = (...jsonLd: unknown[]) => siteListing([page({ jsonLd })]).find(BUSINESS);
  const cafe = {
    "@type": "CafeOrCoffeeShop",
    name: "Joe's Café",
    legalName: "Joe's Café Ltd",
    telephone: "020 7946 0123",
    address: { "@type": "PostalAddress", postalCode: "NW1 6XE" },
  };
  const listing = {
    names: ["Joe's Café", "Joe's Café Ltd"],
    postcode: "NW1 6XE",
    phones: ["020 7946 0123"],
  };

  it.each([
    ["at the top", cafe],
    ["in @graph", { "@graph": [{ "@type": "WebSite", name: "Joe", telephone: "1" }, cafe] }],
    ["as a publisher", { "@type": "WebPage", publisher: cafe }],
    [
      "in lists, its types too",
      [[{ ...cafe, "@type": ["http://schema.org/Cafe", "Store"], address: [cafe.address] }]],
    ],
    [
      "after another business",
      [{ ...cafe, name: "Web Agency", "@type": "Organization", legalName: "" }, cafe],
    ],
  ])("finds the business %s", async (_, jsonLd) => {
    expect(await find(jsonLd)).toEqual({ asked: true, listing });
  });

  it("takes the phone of a contact point", async () => {
    const { telephone, ...rest } = cafe;
    expect(await find({ ...rest, contactPoint: [{ telephone }] })).toEqual({
      asked: true,
      listing,
    });
  });

  it.each([
    ["nothing", []],
    ["no business", [{ ...cafe, "@type": "Person" }]],
    ["a name and no more", [{ "@type": "Organization", name: "Joe" }]],
    ["no type", [{ name: "Joe", telephone: "1" }]],
    ["what is no object", [null, 1, "text", [[]]]],
  ])("finds none in %s", async (_, jsonLd) => {
    expect(await find(...jsonLd)).toEqual({ asked: true });
  });

  it("can't be asked without a page", async () => {
    expect(await siteListing([]).find(BUSINESS)).toEqual({ asked: false });
  });
});

describe("nominatim", () => {
  let site: Site;
  let places: Record<string, unknown[]>;
  let agents: (string | undefined)[] = [];
  const cafe = {
    place_id: 1,
    name: "Joe's Café",
    address: { postcode: "NW1 6XE" },
    namedetails: { name: "Joe's Café", "name:de": "Joes Café" },
    extratags: { phone: "+44 20 7946 0123; +44 20 7946 0999", website: "http://joescafe.example" },
  };

  beforeAll(() => allowLocalAddresses());
  afterEach(() => site.close());

  async function directory(given: typeof places, paces: string[] = []) {
    places = given;
    agents = [];
    site = await startSite((request, response) => {
      agents.push(request.headers["user-agent"]);
      const query = new URL(request.url ?? "", "http://x").searchParams.get("q") ?? "";
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(places[query] ?? []));
    });
    return nominatim({
      baseUrl: site.url,
      pace: async () => void paces.push("waited"),
      cache: memoryCache(),
    });
  }

  it("finds a business by name and postcode, under our name, and remembers", async () => {
    const paces: string[] = [];
    const openStreetMap = await directory(
      { "Joe's Café Ltd, NW1 6XE": [{ name: "Street" }, cafe] },
      paces,
    );
    const lookup = await openStreetMap.find(BUSINESS);
    expect(lookup).toMatchObject({
      asked: true,
      listing: {
        names: ["Joe's Café", "Joes Café"],
        postcode: "NW1 6XE",
        phones: ["+44 20 7946 0123", "+44 20 7946 0999"],
      },
    });
    expect(await openStreetMap.find(BUSINESS)).toEqual(lookup);
    const [asked, ...more] = site.requests;
    expect(asked).toMatch(/^GET \/search\?.*format=jsonv2.*limit=5.*countrycodes=gb/);
    expect(more).toEqual([]);
    expect(paces).toEqual(["waited"]);
    expect(agents[0]).toMatch(/\w/);
  });

  it("then by city, where the postcode is another", async () => {
    const moved = { ...cafe, address: { postcode: "E1 6AN" } };
    const openStreetMap = await directory({ "Joe's Café Ltd, London": [moved] });
    expect(await openStreetMap.find(BUSINESS)).toMatchObject({ listing: { postcode: "E1 6AN" } });
    expect(site.requests).toHaveLength(2);
  });

  it.each([
    [
      "its phone",
      {
        ...cafe,
        namedetails: { name: "Old Name" },
        extratags: { "contact:phone": "020 7946 0123" },
      },
    ],
    [
      "its website",
      {
        ...cafe,
        namedetails: null,
        extratags: { "contact:website": "https://joescafe.example/menu" },
      },
    ],
  ])("recognises a business by %s", async (_, place) => {
    const openStreetMap = await directory({ "Joe's Café Ltd, NW1 6XE": [place] });
    expect(await openStreetMap.find(BUSINESS)).toMatchObject({ listing: { postcode: "NW1 6XE" } });
  });

  it("does not take another place for it", async () => {
    const other = { namedetails: { name: "Jim's Café" }, address: {}, extratags: null };
    const openStreetMap = await directory({ "Joe's Café Ltd, NW1 6XE": [other] });
    expect(await openStreetMap.find(BUSINESS)).toEqual({ asked: true });
  });

  it("is not asked for a business without an address", async () => {
    const openStreetMap = await directory({});
    const { name, hostname } = BUSINESS;
    expect(await openStreetMap.find({ name, hostname, postcode: "" })).toEqual({ asked: false });
    expect(site.requests).toEqual([]);
  });

  it("throws on an answer that is none, and asks again the next time", async () => {
    const openStreetMap = await directory({
      "Joe's Café Ltd, NW1 6XE": { error: "blocked" } as never,
    });
    await expect(openStreetMap.find(BUSINESS)).rejects.toThrow();
    await expect(openStreetMap.find(BUSINESS)).rejects.toThrow();
    expect(site.requests).toHaveLength(2);
  });
});
