import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { nominatim } from "../../../../functions/workers/audit/nominatim.ts";
import type { Listing } from "../../../../shared/audit/services/businessListing.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { BUSINESS } from "../../../shared/audit/services/joesCafe.ts";
import { mapCache } from "../../../shared/audit/services/mapCache.ts";
import { type Site, startSite } from "../../../support/site.ts";

describe("nominatim", () => {
  let site: Site;
  let places: Record<string, unknown>;
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

  async function directory(input: typeof places) {
    places = input;
    agents = [];
    site = await startSite((request, response) => {
      agents.push(request.headers["user-agent"]);
      const query = new URL(request.url ?? "", "http://x").searchParams.get("q") ?? "";
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(places[query] ?? []));
    });
    return nominatim({ baseUrl: site.url, cache: mapCache() });
  }

  it("finds a business by name and postcode, under our name, and remembers", async () => {
    const openStreetMap = await directory({
      "Joe's Café Ltd, NW1 6XE": [{ name: "Street" }, cafe],
    });
    const lookup = await openStreetMap.find(BUSINESS);
    expect(lookup).toMatchObject({
      isSearched: true,
      listing: {
        names: ["Joe's Café", "Joes Café"],
        postcode: "NW1 6XE",
        phones: ["+44 20 7946 0123", "+44 20 7946 0999"],
      },
    });
    expect(await openStreetMap.find(BUSINESS)).toEqual(lookup);
    const [request, ...more] = site.requests;
    expect(request).toMatch(/^GET \/search\?.*format=jsonv2.*limit=5.*countrycodes=gb/);
    expect(more).toEqual([]);
    expect(agents[0]).toMatch(/\w/);
  });

  it("finds of branches in the same city ours", async () => {
    const branch = {
      ...cafe,
      address: { postcode: "E1 6AN" },
      extratags: { phone: "020 7946 0001" },
    };
    const ours = { ...cafe, address: {} };
    const openStreetMap = await directory({ "Joe's Café Ltd, London": [branch, ours] });
    const { listing } = (await openStreetMap.find(BUSINESS)) as { listing: Listing };
    expect(listing.phones).toContain("+44 20 7946 0123");
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

  it("throws on an answer of another shape, and asks again the next time", async () => {
    const openStreetMap = await directory({
      "Joe's Café Ltd, NW1 6XE": { error: "blocked" },
    });
    await expect(openStreetMap.find(BUSINESS)).rejects.toThrow();
    await expect(openStreetMap.find(BUSINESS)).rejects.toThrow();
    expect(site.requests).toHaveLength(2);
  });
});
