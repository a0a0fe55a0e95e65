import { afterEach, beforeAll, expect, it } from "vitest";
import { nominatim } from "../../../../shared/audit/services/nominatim.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { type Site, startSite } from "../../../support/site.ts";
import { BUSINESS } from "./joesCafe.ts";

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
  return nominatim(site.url);
}

it("finds a business by name and postcode, under our name, and remembers", async () => {
  const openStreetMap = await directory({
    "Joe's Café Ltd, NW1 6XE": [{ name: "Street" }, cafe],
  });
  const lookup = await openStreetMap.find(BUSINESS);
  expect(lookup).toMatchObject({
    names: ["Joe's Café", "Joes Café"],
    postcode: "NW1 6XE",
    phones: ["+44 20 7946 0123", "+44 20 7946 0999"],
  });
  expect(await openStreetMap.find(BUSINESS)).toEqual(lookup);
  const [request, ...more] = site.requests;
  expect(request).toMatch(/^GET \/search\?.*format=jsonv2.*limit=5.*countrycodes=gb/);
  expect(more).toEqual([]);
  expect(agents[0]).toMatch(/\w/);
});

it("finds a business without a postcode by its city, and none that has neither", async () => {
  const openStreetMap = await directory({ "Joe's Café Ltd, London": [cafe] });
  const { postcode: _, ...business } = BUSINESS;
  expect(await openStreetMap.find(business)).toMatchObject({ postcode: "NW1 6XE" });
  expect(await openStreetMap.find({ ...business, city: "" })).toBeUndefined();
  expect(await openStreetMap.find(BUSINESS)).toBeNull();
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
  expect(await openStreetMap.find(BUSINESS)).toMatchObject({ postcode: "NW1 6XE" });
});

it("throws on an answer of another shape, and asks again the next time", async () => {
  const openStreetMap = await directory({
    "Joe's Café Ltd, NW1 6XE": { error: "blocked" },
  });
  await expect(openStreetMap.find(BUSINESS)).rejects.toThrow();
  await expect(openStreetMap.find(BUSINESS)).rejects.toThrow();
  expect(site.requests).toHaveLength(2);
});
