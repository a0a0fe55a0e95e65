import type { SQSRecord } from "aws-lambda";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { competitorReaderHandler } from "../../../../functions/workers/competitorReader/readCompetitor.ts";
import { readFields } from "../../../../functions/workers/competitorReader/readFields.ts";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { TooExpensive } from "../../../../shared/audit/pages/threads.ts";
import { Competitor } from "../../../../shared/entities/competitor.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
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
import { holdDeadAddress, type SiteRoutes, serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";
import { UNREAD } from "./pages.ts";

function read(hostname: string) {
  const clock = skippedPauses();
  return readFields({ hostname, deadline: clock.now() + 45_000 }, new PoliteClient({ clock }));
}
const handler = competitorReaderHandler(read);

const ATTEMPTS = Number(process.env["ATTEMPTS"]);

const PATCH = "PATCH /v1/competitors/{competitor_uuid}";
const DELETE = "DELETE /v1/competitors/{competitor_uuid}";

const START = `
  <title>Home | Acme</title>
  <script type="application/ld+json">
    {"@context": "https://schema.org", "@type": "Bakery", "name": "Acme Bakery",
     "address": {"streetAddress": "1 Mill Street", "addressLocality": "Leeds",
       "postalCode": "LS1 1AA", "addressCountry": "United Kingdom"}}
  </script>
  <a href="/bread">Bread</a> <a href="/reach-us#form">Contact us</a>
  <a href="/legal-notice">Small print</a> <a href="https://elsewhere.example/contact">Contact</a>`;

const CONTACT = "<footer><p>Fax 0113 496 0009</p><address>Phone: 0113 496 0000</address></footer>";

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
    const filled_from = `${site.url}/`;
    expect(enriched_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(after).toEqual({
      ...before,
      ...FOUND,
      revision: 2,
      filled_from,
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

  test("is read as its visitors see it", async () => {
    const hidden = ["script", "style", "template", "textarea", "p hidden"].map(
      (tag, digit) => `<${tag}>Phone: 0113 496 000${digit + 1}</${tag.split(" ")[0]}>`,
    );
    const site = await serve({ "/": START, "/reach-us": `${hidden.join("")}${CONTACT}` });
    const uuid = await makeCompetitor(site.url);
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject(FOUND);
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

  test.each([
    ["User-agent: *\nDisallow: /", "robots.txt disallows it"],
    [
      `User-agent: *\n${"Disallow: /a\n".repeat(5001)}`,
      "robots.txt disallows it (more than 5000 rules)",
    ],
  ])(
    "is not read if its robots.txt says so, and the log does not name it: %#",
    async (body, reason) => {
      const site = await serve({
        "/robots.txt": { headers: { "content-type": "text/plain" }, body },
      });
      const write = vi.spyOn(process.stdout, "write");
      onTestFinished(() => write.mockRestore());
      expect(await deliver(await makeCompetitor(site.url))).toEqual(DONE);
      const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
      const message = "a competitor's site can't be read";
      expect(lines.find((line) => line.message === message)).toMatchObject({ reason });
      expect(JSON.stringify(lines)).not.toContain(new URL(site.url).host);
    },
  );
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

  test("is another site: what the former one said is removed, and reading starts over", async () => {
    const other = await serve({ "/": "<title>Other</title>" });
    let uuid = "";
    let moves = false;
    const site = await serve({
      "/": START,
      "/reach-us": async (_request, response) => {
        if (moves) await patch(uuid, { hostname: other.url });
        response.end(CONTACT);
      },
    });
    uuid = await makeCompetitor(site.url);
    await deliver(uuid);
    moves = true;
    expect(await deliver(uuid)).toEqual(givenBack(uuid));
    await patch(uuid, { hostname: site.url });
    const last = message(uuid, undefined, ATTEMPTS);
    expect(await handler({ Records: [last] })).toEqual(DONE);
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject({ ...UNREAD, name: "Other", hostname: other.url });
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
    ["is not there", {}],
    ["is empty", { "/": "" }],
    ["is still to be made", { "/": { status: 202, body: "<title>Checking</title>" } }],
    ["is no HTML", { "/": { headers: { "content-type": "application/json" }, body: START } }],
    ["leads in circles", { "/": { status: 302, headers: { location: "/" } } }],
    ["leads to no URL", { "/": { status: 302, headers: { location: "http://[" } } }],
    [
      "is closed to robots",
      {
        "/robots.txt": {
          headers: { "content-type": "text/plain" },
          body: "User-agent: *\nDisallow: /",
        },
        "/": START,
      },
    ],
  ])("leaves the fields as they are: its start page %s", async (_, routes) => {
    const site = await serve(routes);
    const uuid = await makeCompetitor(site.url);
    const before = await stored(uuid);
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toEqual(before);
  });

  test("is tried again if that may help, without the others of its batch", async () => {
    const good = await serve({ "/": START });
    const failing = await serve({ "/": { status: 503 } });
    const dead = await holdDeadAddress();
    const cut = await serve((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else request.socket.destroy();
    });
    const silent = await serve({ "/robots.txt": { status: 500 }, "/": START });
    const hosts = [good.url, failing.url, silent.url, dead.url, cut.url, "busy.example"];
    const uuids = await Promise.all(hosts.map(makeCompetitor));
    const [known = "", ...others] = uuids;
    const before = await Promise.all(others.map(stored));
    expect(await deliver(...uuids)).toEqual(givenBack(...others));
    expect(await Promise.all(others.map(stored))).toEqual(before);
    expect(await stored(known)).toMatchObject({ ...FOUND, phone_number: "" });
    // Their hosts are at fault, so the last attempt leaves no dead letters.
    const last = others.map((uuid) => message(uuid, undefined, ATTEMPTS));
    expect(await handler({ Records: last })).toEqual(DONE);
  });

  test("fills what it can if only its contact page fails for now, and clears nothing", async () => {
    const routes: SiteRoutes = { "/": START, "/reach-us": CONTACT };
    const site = await serve(routes);
    const uuid = await makeCompetitor(site.url);
    routes["/reach-us"] = { status: 503 };
    expect(await deliver(uuid)).toEqual(givenBack(uuid));
    expect(await stored(uuid)).toMatchObject({ ...FOUND, phone_number: "" });
    routes["/reach-us"] = CONTACT;
    expect(await deliver(uuid)).toEqual(DONE);
    expect(await stored(uuid)).toMatchObject(FOUND);
    routes["/reach-us"] = { status: 503 };
    expect(await deliver(uuid)).toEqual(givenBack(uuid));
    expect(await stored(uuid)).toMatchObject(FOUND);
  });
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

describe("a competitor that was moved to another site", () => {
  test.each([
    ["can't be read for now", { "/": { status: 503 } }, UNREAD, false],
    ["has nothing to read", { "/robots.txt": "User-agent: *\nDisallow: /" }, UNREAD, true],
    [
      "can't be read whole",
      { "/": START, "/reach-us": { status: 503 } },
      { ...FOUND, phone_number: "" },
      false,
    ],
  ] as [string, SiteRoutes, object, boolean][])(
    "which %s keeps of the former site only what its client set",
    async (_, routes, filled, isDone) => {
      const former = await serve({ "/": START, "/reach-us": CONTACT });
      const uuid = await makeCompetitor(former.url);
      expect(await deliver(uuid)).toEqual(DONE);
      const other = await serve(routes);
      await patch(uuid, { hostname: other.url, city: "York" });
      expect(await deliver(uuid)).toEqual(isDone ? DONE : givenBack(uuid));
      const name = new URL(other.url).hostname;
      expect(await stored(uuid)).toMatchObject({ name, ...filled, city: "York" });
    },
  );
});

test.each(["", "{", "null", "{}", '{"reseller_uuid": "x", "competitor_uuid": "y"}'])(
  "gives back the message %j, so that it becomes a dead letter",
  async (body) => {
    expect(await handler({ Records: [message("nobody", body)] })).toEqual(givenBack("nobody"));
  },
);

describe("a site that is too expensive to read", () => {
  const guardedHandler = competitorReaderHandler(async (hostname) => {
    if (hostname.includes("hostile")) throw new TooExpensive("processor time");
    return read(hostname);
  });

  test("is done without its details, and the others of its batch are read", async () => {
    const site = await serve({ "/": START, "/reach-us": CONTACT });
    const [good, hostile, other] = await Promise.all(
      [site.url, "hostile.example", site.url].map(makeCompetitor),
    );
    const uuids = [good, hostile, other].map(String);
    const Records = uuids.map((uuid) => message(uuid));
    expect(await guardedHandler({ Records })).toEqual(DONE);
    expect(await stored(String(good))).toMatchObject(FOUND);
    expect(await stored(String(other))).toMatchObject(FOUND);
    expect(await stored(String(hostile))).toMatchObject({ revision: 1, industry: "" });
  });
});
