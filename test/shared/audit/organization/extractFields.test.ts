import { describe, expect, test } from "vitest";
import { extractFields } from "../../../../shared/audit/organization/extractFields.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { UNREAD } from "../../../functions/workers/competitorReader/pages.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";
import { page } from "../analysers/support.ts";

const HOSTNAME = "www.acme.example";

const NOTHING = { ...UNREAD, name: "acme.example" };

const ADDRESS = {
  "@type": "PostalAddress",
  streetAddress: "1 Mill Street",
  addressLocality: "Leeds",
  addressRegion: "West Yorkshire",
  postalCode: "LS1 1AA",
  addressCountry: "GB",
};

const READ_ADDRESS = {
  address_line_1: "1 Mill Street",
  city: "Leeds",
  county: "West Yorkshire",
  postcode: "LS1 1AA",
  country_code: "GB",
};

function read(overrides: Partial<Page>, hostname = HOSTNAME) {
  return extractFields([page({ url: "https://www.acme.example/", ...overrides })], hostname);
}

function readJsonLd(...jsonLd: unknown[]) {
  return read({ jsonLd });
}

const GARAGE = {
  "@context": "https://schema.org",
  "@type": "AutoRepair",
  name: "Acme Garage",
  telephone: "0113 496 0000",
  address: ADDRESS,
};

const READ_GARAGE = {
  ...UNREAD,
  ...READ_ADDRESS,
  name: "Acme Garage",
  industry: "Auto repair",
  phone_number: "+441134960000",
};

describe("JSON-LD", () => {
  test.each<[string, unknown]>([
    ["an object", GARAGE],
    ["in an array", [{ "@type": "WebSite", name: "Other" }, GARAGE]],
    ["in a graph", { "@graph": [{ "@type": "WebPage", name: "Home" }, GARAGE] }],
    ["in a graph in a graph", { "@graph": [{ "@graph": GARAGE }] }],
    ["a type by its IRI", { ...GARAGE, "@type": "https://schema.org/AutoRepair" }],
    ["one of several types", { ...GARAGE, "@type": ["Thing", "LocalBusiness", "AutoRepair"] }],
    ["an address in an array", { ...GARAGE, address: [ADDRESS] }],
    [
      "an address by reference",
      {
        "@graph": [
          { "@id": "#here", ...ADDRESS },
          { ...GARAGE, address: { "@id": "#here" } },
        ],
      },
    ],
    [
      "a country that is an object",
      { ...GARAGE, address: { ...ADDRESS, addressCountry: { "@type": "Country", name: "UK" } } },
    ],
    [
      "the phone number of a contact point",
      { ...GARAGE, telephone: undefined, contactPoint: [{ telephone: GARAGE.telephone }] },
    ],
    [
      "two objects that complete each other",
      [
        { ...GARAGE, address: {} },
        { ...GARAGE, name: "" },
      ],
    ],
  ])("is understood: %s", (_, jsonLd) => {
    expect(readJsonLd(jsonLd)).toEqual(READ_GARAGE);
  });

  test.each<[string, unknown]>([
    ["a product's brand", { "@type": "Product", name: "Anvil", brand: GARAGE }],
    ["a review's author", { "@type": "Review", author: GARAGE, itemReviewed: GARAGE }],
    ["an article's publisher", { "@type": "Article", publisher: GARAGE }],
    ["a person", { ...GARAGE, "@type": "Person" }],
    ["no type", { ...GARAGE, "@type": undefined }],
  ])("is no organization of the site: %s", (_, jsonLd) => {
    expect(readJsonLd(jsonLd)).toEqual(NOTHING);
  });

  test("takes an address as a whole, and one with a town before one with a country", () => {
    const fields = readJsonLd(
      { "@type": "Organization", name: "Acme", address: { addressCountry: "FR" } },
      { "@type": "Store", address: { streetAddress: "2 High Street", addressCountry: "GB" } },
      { "@type": "Store", address: ADDRESS },
    );
    expect(fields).toEqual({
      ...UNREAD,
      name: "Acme",
      industry: "Store",
      address_line_1: "2 High Street",
      country_code: "GB",
    });
  });
});

describe("the name", () => {
  const sources = [
    { jsonLd: [{ "@type": "Organization", name: "By JSON-LD" }] },
    { meta: { "og:site_name": "By Open Graph" } },
    { title: "By title" },
    {},
  ];

  test.each([
    [0, "By JSON-LD"],
    [1, "By Open Graph"],
    [2, "By title"],
    [3, "acme.example"],
  ])("is the most trusted source's when %i are missing", (missing, name) => {
    expect(read(Object.assign({}, ...sources.slice(missing))).name).toBe(name);
  });

  test.each([
    ["Acme", "Acme"],
    ["Home | Acme Ltd", "Acme Ltd"],
    ["Welcome – Bolts, nuts and screws · ACME", "ACME"],
    ["Bolts & nuts - cheap", "Bolts & nuts"],
    ["Äcme | Schrauben", "Äcme"],
    ["Home", "acme.example"],
  ])("in the title %j is %j", (title, name) => {
    expect(read({ title }).name).toBe(name);
  });
});

describe("the industry", () => {
  test.each([
    ["AutoRepair", "Auto repair"],
    ["HVACBusiness", "HVAC business"],
    ["NGO", "NGO"],
    [["LocalBusiness", "Bakery"], "Bakery"],
    ["LocalBusiness", ""],
    ["constructor", ""],
  ])("of %j is %j", (type, industry) => {
    expect(readJsonLd({ "@type": type, name: "Acme" }).industry).toBe(industry);
  });
});

describe("the country", () => {
  test.each([
    ["GB", "GB"],
    ["GBR", "GB"],
    ["UK", "GB"],
    ["United States", "US"],
    ["Scotland", "GB"],
    ["Deutschland", "DE"],
    ["Österreich", "AT"],
    ["Atlantis", ""],
    ["__proto__", ""],
  ])("%j is %j", (addressCountry, code) => {
    const address = { addressCountry, addressLocality: "Town" };
    expect(readJsonLd({ "@type": "Store", address }).country_code).toBe(code);
  });
});

describe("the phone number", () => {
  test("is JSON-LD's, then a link's", () => {
    const sources = [
      { jsonLd: [{ "@type": "Store", telephone: "+44 113 496 0001" }] },
      { telephoneLinks: ["+44-113-496-0003"] },
    ];
    expect(read(Object.assign({}, ...sources)).phone_number).toBe("+441134960001");
    expect(read(sources[1] ?? {}).phone_number).toBe("+441134960003");
  });

  test.each([
    ["+44 (0)113 496 0000", "acme.example", "+441134960000"],
    ["0044 113 496 0000", "acme.example", "+441134960000"],
    ["0113 496 0000", "acme.co.uk", "+441134960000"],
    ["0113 496 0000", "https://acme.co.uk:8443/leeds", "+441134960000"],
    ["Tel: 030 901820", "acme.de", "+4930901820"],
    ["(212) 555-2368;ext=12", "acme.us", "+12125552368"],
    ["0113 496 0000", "acme.example", ""],
    ["0113 496 0000", "acme.io", ""],
    ["call us", "acme.co.uk", ""],
  ])("%j at %s is %j", (written, hostname, number) => {
    const page = {
      url: `https://${hostname.replace(/^https:\/\//, "")}/`,
      telephoneLinks: [written],
    };
    expect(read(page, hostname).phone_number).toBe(number);
  });
});

describe("what is hostile", () => {
  const HUGE = "x".repeat(100_000);

  function deep(depth: number): unknown {
    let value: unknown = GARAGE;
    for (let level = 0; level < depth; level += 1) value = { "@graph": [value] };
    return value;
  }

  function readingJsonLd(...blocks: unknown[]) {
    return () => readJsonLd(...blocks);
  }

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["numbers", [1, [2]]],
    ["own __proto__", JSON.parse('{"__proto__": {"@type": "Store", "name": "P"}}')],
    ["a hundred thousand objects", Array.from({ length: 100_000 }, () => ({ "@type": "Thing" }))],
    [
      "fields of all wrong types",
      { "@type": "Store", name: {}, telephone: [[], {}], address: true },
    ],
    [
      "references that go round",
      { "@graph": [{ "@id": "#a", "@type": "Store", address: { "@id": "#a" } }] },
    ],
  ])("gives no fields: %s", (_, jsonLd) => {
    expect({ ...readJsonLd(jsonLd), industry: "" }).toEqual(NOTHING);
  });

  test.each<[string, (size: number) => () => unknown]>([
    ["a depth", (size) => readingJsonLd(deep(size))],
    ["names", (size) => readingJsonLd({ ...GARAGE, name: Array(size).fill(HUGE) })],
    ["addresses", (size) => readingJsonLd({ ...GARAGE, address: Array(size).fill(HUGE) })],
    ["markup", (size) => readingJsonLd({ ...GARAGE, name: "<".repeat(size) })],
    ["a type of many parts", (size) => readingJsonLd({ "@type": "a/".repeat(size) })],
    ["a title", (size) => () => read({ title: "- ".repeat(size) })],
  ])("is read in time linear to its length: %s", async (_, make) => {
    await expectLinearTime(10_000, make);
  });

  test.each([
    ["  Acme \n\t Ltd  ", "Acme Ltd"],
    ["Ac\u0000me\u001b[31m\u0085", "Acme[31m"],
    ["\u202eemcA\u202c \u2066x\u2069", "emcA x"],
    ["Smith &amp; Sons &#8211; caf&#xe9;", "Smith & Sons – café"],
    ["&amp;lt;b&amp;gt; &unknown; &#x110000;", "&lt;b&gt; &unknown; \ufffd"],
    ["&lt;script&gt;alert(1)&lt;/script&gt; Acme", "alert(1) Acme"],
    ["<b>Acme</b><img src=x onerror=alert(1)>", "Acme"],
    ["\ud83d Acme", "\ufffd Acme"],
    ["e\u0301clair", "éclair"],
  ])("is made harmless in the name %j", (name, clean) => {
    expect(readJsonLd({ "@type": "Organization", name }).name).toBe(clean);
  });
});
