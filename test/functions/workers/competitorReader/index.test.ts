import type { SQSRecord } from "aws-lambda";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { competitorReaderHandler } from "../../../../functions/workers/competitorReader/readCompetitor.ts";
import { readSite } from "../../../../functions/workers/competitorReader/readSite.ts";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { TooExpensive } from "../../../../shared/audit/pages/threads.ts";
import { Competitor } from "../../../../shared/entities/competitor.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { replaceResolver } from "../../../../shared/platform/outbound/resolver.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import {
  makeBusiness,
  makeReseller,
  makeUser,
  type TestReseller,
} from "../../../support/factories.ts";
import { OWN_FAULTS } from "../../../support/ownFaults.ts";
import { thoroughly } from "../../../support/runs.ts";
import { type SiteRoutes, serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";
import { UNREAD } from "./pages.ts";

function read(hostname: string) {
  const clock = skippedPauses();
  return readSite({ hostname, deadline: clock.now() + 45_000 }, new PoliteClient({ clock }));
}
const handler = competitorReaderHandler(read);

const ATTEMPTS = Number(process.env["ATTEMPTS"]);

const PATCH = "PATCH /v1/competitors/{competitor_uuid}";
const DELETE = "DELETE /v1/competitors/{competitor_uuid}";

const START = `<!doctype html>
  <title>Home | Acme</title>
  <script type="application/ld+json">
    {"@context": "https://schema.org", "@type": "Bakery", "name": "Acme Bakery",
     "address": {"streetAddress": "1 Mill Street", "addressLocality": "Leeds",
       "postalCode": "LS1 1AA", "addressCountry": "United Kingdom"}}
  </script>
  <a href="/bread">Bread</a> <a href="/reach-us#form">Contact us</a>
  <a href="/legal-notice">Small print</a> <a href="https://elsewhere.example/contact">Contact</a>`;

const CONTACT = '<!doctype html><a href="tel:0113 496 0000">0113 496 0000</a>';

const FOUND = {
  name: "Acme Bakery",
  industry: "Bakery",
  address_line_1: "1 Mill Street",
  address_line_2: "",
  address_line_3: "",
  city: "Leeds",
  county: "",
  country_code: "GB",
  postcode: "LS1 1AA",
  phone_number: "+441134960000",
};

let reseller: TestReseller;
let businessUuid: string;

beforeAll(async () => {
  allowLocalAddresses();
  replaceResolver(async (hostname) => {
    throw Object.assign(new Error(hostname), { code: "ESERVFAIL" });
  });
  reseller = await makeReseller();
  businessUuid = await makeBusiness(reseller, await makeUser(reseller));
});

async function makeCompetitor(hostname: string): Promise<string> {
  const { body } = await call("POST /v1/competitors", {
    key: reseller.key,
    query: { businessUuid },
    body: { hostname },
  });
  return body.data.uuid;
}

function message(competitor_uuid: string, body?: string, receives = 1): SQSRecord {
  return {
    attributes: { ApproximateReceiveCount: String(receives) },
    messageId: `about-${competitor_uuid}`,
    body: body ?? JSON.stringify({ reseller_uuid: reseller.uuid, competitor_uuid }),
  } as unknown as SQSRecord;
}

const DONE = { batchItemFailures: [] };

function givenBack(...uuids: string[]) {
  return { batchItemFailures: uuids.map((uuid) => ({ itemIdentifier: `about-${uuid}` })) };
}

function deliver(...uuids: string[]) {
  return handler({ Records: uuids.map((uuid) => message(uuid)) });
}

function patch(uuid: string, body: Record<string, string>) {
  return call(PATCH, { key: reseller.key, uuid, body });
}

async function stored(uuid: string) {
  const { data } = await Competitor.get({ reseller_uuid: reseller.uuid, uuid }).go();
  return data;
}

describe("a competitor's site", () => {
  test("fills the competitor and its copy in the list", async () => {
    const site = await serve({ "/": START, "/reach-us": CONTACT, "/legal-notice": "" });
    const uuid = await makeCompetitor(site.url);
    const before = await stored(uuid);

    expect(await deliver(uuid)).toEqual(DONE);

    const after = await stored(uuid);
    const { updated_at, enriched_at } = after ?? {};
    expect(enriched_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(after).toEqual({
      ...before,
      ...FOUND,
      revision: 2,
      updated_at,
      enriched_at,
    });
    const { body } = await call("GET /v1/competitors", {
      key: reseller.key,
      query: { businessUuid, per_page: "100" },
    });
    const listed = body.data.find((record: { uuid: string }) => record.uuid === uuid);
    expect(listed).toMatchObject({ ...FOUND, hostname: site.url, updated_at: after?.updated_at });
    expect(site.requests).toEqual([
      "GET /robots.txt",
      "GET /",
      "GET /reach-us",
      "GET /legal-notice",
    ]);
  });

  test("is read where its redirects and refreshes lead", async () => {
    const there = await serve({ "/": START, "/reach-us": CONTACT });
    const here = await serve({
      "/": { status: 301, headers: { location: "/en/" } },
      "/en/": `<title>Moved</title><meta http-equiv="refresh" content="0; url=${there.url}">`,
    });
    const uuid = await makeCompetitor(here.url);
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject(FOUND);
    expect(there.requests[0]).toBe("GET /robots.txt");
  });

  test("has its robots.txt obeyed on every page", async () => {
    const site = await serve({
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /reach",
      },
      "/": START,
      "/reach-us": CONTACT,
    });
    const uuid = await makeCompetitor(site.url);
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject({ ...FOUND, phone_number: "" });
    expect(site.requests).not.toContain("GET /reach-us");
  });
});

describe("what a client has set", () => {
  test("while the site is read is kept", async () => {
    let uuid = "";
    const site = await serve({
      "/": START,
      "/reach-us": async (_request, response) => {
        await patch(uuid, { phone_number: "+441134960007" });
        response.end(CONTACT);
      },
    });
    uuid = await makeCompetitor(site.url);
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject({ ...FOUND, phone_number: "+441134960007" });
  });

  test("is another site while the former one is read: nothing of that is written", async () => {
    let uuid = "";
    const site = await serve({
      "/": START,
      "/reach-us": async (_request, response) => {
        await patch(uuid, { hostname: "other.example" });
        response.end(CONTACT);
      },
    });
    uuid = await makeCompetitor(site.url);
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject({ ...UNREAD, name: "other.example" });
  });

  test("is everything: its site is not read", async () => {
    const site = await serve({ "/": START });
    const uuid = await makeCompetitor(site.url);
    await patch(uuid, {
      ...FOUND,
      address_line_2: "Yard 2",
      address_line_3: "Kirkgate",
      county: "York",
    });
    expect(await deliver(uuid)).toEqual(DONE);
    expect(site.requests).toEqual([]);
  });
});

describe("a deleted competitor", () => {
  test("is not read", async () => {
    const site = await serve({ "/": START });
    const uuid = await makeCompetitor(site.url);
    await call(DELETE, { key: reseller.key, uuid });
    expect(await deliver(uuid, newUuid())).toEqual(DONE);
    expect(site.requests).toEqual([]);
  });
});

describe("a site that can't be read", () => {
  test.each<[string, SiteRoutes]>([
    ["404", {}],
    ["503", { "/": { status: 503 } }],
    ["no_html", { "/": { headers: { "content-type": "application/json" }, body: START } }],
    ["302", { "/": { status: 302, headers: { location: "/" } } }],
    ["robots_txt", { "/robots.txt": "User-agent: *\nDisallow: /", "/": START }],
    ["robots_txt_failed (robots.txt: 500)", { "/robots.txt": { status: 500 }, "/": START }],
  ])(
    "for the reason %s is tried again, and is no dead letter in the end",
    async (reason, routes) => {
      const site = await serve(routes);
      const good = await serve({ "/": START });
      const [uuid = "", other = ""] = await Promise.all([site.url, good.url].map(makeCompetitor));
      const before = await stored(uuid);
      expect(await deliver(uuid, other)).toEqual(givenBack(uuid));
      expect(await stored(other)).toMatchObject({ ...FOUND, phone_number: "" });
      const write = vi.spyOn(process.stdout, "write");
      onTestFinished(() => write.mockRestore());
      const last = message(uuid, undefined, ATTEMPTS);
      expect(await handler({ Records: [last] })).toEqual(DONE);
      expect(await stored(uuid)).toEqual(before);
      const lines = write.mock.calls.map(([line]) => String(line)).join("");
      expect(lines).toContain(reason);
      expect(lines).not.toContain(new URL(site.url).host);
    },
  );
});

test.each(thoroughly(OWN_FAULTS))(
  "%s gives back the message, and the fields stay as they are",
  async (_, cause) => {
    const site = await serve({ "/": START, "/reach-us": CONTACT });
    const uuid = await makeCompetitor(site.url);
    const before = await stored(uuid);
    const end = cause(site.url);
    onTestFinished(end);
    // At the last attempt as well: the message becomes a dead letter, as it is our fault.
    const last = message(uuid, undefined, ATTEMPTS);
    expect(await handler({ Records: [last] })).toEqual(givenBack(uuid));
    expect(await stored(uuid)).toEqual(before);
    end();
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject(FOUND);
  },
);

test.each(["", "{", "null", "{}", '{"reseller_uuid": "x", "competitor_uuid": "y"}'])(
  "gives back the message %j, so that it becomes a dead letter",
  async (body) => {
    expect(await handler({ Records: [message("nobody", body)] })).toEqual(givenBack("nobody"));
  },
);

test("a site that is too expensive to read costs its own details alone", async () => {
  const guarded = competitorReaderHandler(async (hostname) => {
    if (hostname.includes("hostile")) throw new TooExpensive("memory");
    return await read(hostname);
  });
  const site = await serve({ "/": START, "/reach-us": CONTACT });
  const uuids = await Promise.all(["hostile.example", site.url].map(makeCompetitor));
  const [hostile = "", good = ""] = uuids;
  const Records = uuids.map((uuid) => message(uuid, undefined, ATTEMPTS));
  expect(await guarded({ Records })).toEqual(DONE);
  expect(await stored(good)).toMatchObject(FOUND);
  expect(await stored(hostile)).toMatchObject({ revision: 1, industry: "" });
});
