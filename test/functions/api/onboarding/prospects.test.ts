import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { DoAudit } from "../../../../functions/workers/audit/crawlAndExamine.ts";
import { Prospect } from "../../../../shared/entities/prospect.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { UsageDay } from "../../../../shared/entities/usageDay.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { type Delivery, deliver, quickAudit } from "../../../shared/audit/deliver.ts";
import { page } from "../../../shared/audit/faultySite.ts";
import { call } from "../../../support/api.ts";
import { invalid, lastPage, notFound, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import {
  makeProspect,
  makeReseller,
  makeWebhook,
  onboardingBody,
  type TestReseller,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { serve } from "../../../support/site.ts";
import { itemsNaming } from "../../../support/snapshot.ts";
import { open, PAGE } from "../../open/sharedPages/open.ts";

const LIST = "GET /v1/prospects";
const CREATE = "POST /v1/prospects";
const FETCH = "GET /v1/prospects/{prospect_uuid}";
const CUSTOMER = "POST /v1/prospects/{prospect_uuid}/customer";
const DELETE = "DELETE /v1/prospects/{prospect_uuid}";
const DONE = { batchItemFailures: [] };
const WEEK_MS = 7 * 24 * 3600 * 1000;

const site = {
  "/": page("Home", `<h2>Welcome</h2><a href="/about">About</a><a href="/gone">Gone</a>`),
  "/about": page("About", "<h1>About</h1>"),
};
const NOTHING_UNCHECKED = { parts: [], unsupported_languages: [], findings_left_out: 0 };

beforeAll(() => allowLocalAddresses());

/** A prospect of a new reseller, whose audit the dispatcher has requested by these messages. */
async function begin(hostname: string, reseller?: TestReseller) {
  const owner = reseller ?? (await makeReseller());
  const follower = await followReseller(owner.uuid);
  const uuid = await makeProspect(owner, hostname);
  await follower.dispatch();
  const key = { reseller_uuid: owner.uuid, uuid };
  const { data } = await Prospect.get(key).go();
  const website = data?.website_uuid ?? "";
  return {
    ...{ reseller: owner, uuid, website, follower, key, slug: data?.slug ?? "" },
    messages: messagesAbout("AUDIT_QUEUE_URL", website),
  };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** A prospect whose audit is done. */
async function audited(hostname?: string, delivery: Delivery = {}) {
  const begun = await begin(hostname ?? (await serve(site)).url);
  expect(await deliver(begun.messages, delivery)).toEqual(DONE);
  await begun.follower.dispatch();
  return begun;
}

const read = ({ reseller, uuid }: Pick<Begun, "reseller" | "uuid">) =>
  call(FETCH, { key: reseller.key, uuid });

function customerBody(hostname?: string) {
  const { business, ...user } = onboardingBody();
  const { hostname: _, ...others } = business;
  return { ...user, business: { ...others, ...(hostname && { hostname }) } };
}

function pass(ms: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

describe("a prospect", () => {
  test("is running at first, and done with its findings after its audit", async () => {
    const { url } = await serve(site);
    const reseller = await makeReseller({ language: "de" });
    const { body, ...response } = await call(CREATE, {
      ...{ key: reseller.key, body: { hostname: url } },
    });
    const running = {
      ...{ uuid: UUID, hostname: url, language: "de", state: "running", pages_read: 0 },
      open_findings: { error: 0, warning: 0, info: 0 },
      share: { url: expect.stringMatching(/^https:\/\/api\.example\.com\/s\/[a-z0-9]{22}$/) },
      ...{ created_at: TIMESTAMP, expires_at: TIMESTAMP, details: null, findings: [] },
      unchecked: { unreadable: null, ...NOTHING_UNCHECKED },
    };
    expect({ body, ...response }).toEqual(
      ok({ message: "Prospect created", success: true, data: running }),
    );
    const { created_at, expires_at } = body.data;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(WEEK_MS);

    const begun = await begin(url, reseller);
    const none = { name: null, email: null, phone_number: null, address_line_1: null, city: null };
    const details = { ...none, county: null, postcode: null, country_code: "AT", language: "de" };
    const audit: DoAudit = async (job, onPage) => {
      onPage?.({ pages: 3, details });
      await vi.waitFor(async () => {
        expect((await read(begun)).body.data).toMatchObject({ pages_read: 3, details });
      });
      return await quickAudit(job);
    };
    expect(await deliver(begun.messages, { audit })).toEqual(DONE);
    expect((await read(begun)).body.data).toMatchObject({ state: "done", pages_read: 1 });
  });

  test("has findings with advice in its language, and no customer", async () => {
    const begun = await audited();
    const { data } = (await read(begun)).body;
    expect(data).toMatchObject({ state: "done", pages_read: 2 });
    const { error, warning, info } = data.open_findings;
    expect(data.findings).toHaveLength(error + warning + info);
    const heading = data.findings.find(({ code }: { code: string }) => code === "missing_h1");
    expect(heading).toEqual({
      ...{ uuid: UUID, type: "headings", code: "missing_h1", severity: "info" },
      ...{ subject: `${data.hostname}/`, pages: [`${data.hostname}/`], pages_count: 1, detail: {} },
      ...{ first_seen_at: TIMESTAMP, title: `No main heading on ${data.hostname}/` },
      ...{ why: expect.any(String), what_to_do: expect.any(String) },
    });
    const { key } = begun.reseller;
    const { record_limits } = (await call("GET /v1/account", { key })).body.data;
    expect(record_limits).toMatchObject({
      ...{ users: { count: 0 }, businesses: { count: 0 }, websites: { count: 0 } },
      prospects_per_day: { count: 1, max: 100 },
    });
    const findings = await call("GET /v1/findings", { key, query: { businessUuid: begun.uuid } });
    expect(findings.body.data).toEqual([]);
  });

  test("shows what the website says about its owner", async () => {
    const bakery = {
      ...{ "@type": "Bakery", name: "Huber", email: "mailto:eva@huber.example" },
      ...{ telephone: "01 533 0000" },
      address: {
        ...{ streetAddress: "Ring 1", postalCode: "1010", addressLocality: "Wien" },
        addressCountry: "Österreich",
      },
    };
    const { url } = await serve({
      "/": `<html lang="de-AT"><title>Huber</title><a href="/kontakt">Kontakt</a><a href="/x">X</a>`,
      "/kontakt": `<script type="application/ld+json">${JSON.stringify(bakery)}</script>`,
      "/x": `<a href="mailto:agency@example.com">Made by</a><a href="tel:+4930123456">Call</a>`,
    });
    const { data } = (await read(await audited(url))).body;
    expect(data.details).toEqual({
      ...{ name: "Huber", email: "eva@huber.example", phone_number: "+4315330000" },
      ...{ address_line_1: "Ring 1", city: "Wien", county: null, postcode: "1010" },
      ...{ country_code: "AT", language: "de" },
    });
  });

  test("counts as an audit, is never probed, and sends no event and no e-mail", async () => {
    const reseller = await makeReseller();
    await makeWebhook(reseller);
    const begun = await begin((await serve(site)).url, reseller);
    expect(await deliver(begun.messages)).toEqual(DONE);
    await begun.follower.settle();
    const { data } = await UsageDay.query.ofReseller({ reseller_uuid: reseller.uuid }).go();
    expect(data).toMatchObject([{ audits: 1 }]);
    for (const queue of ["DELIVERIES_QUEUE_URL", "MAIL_QUEUE_URL", "UPTIME_QUEUE_URL"])
      expect(messagesAbout(queue, begun.website), queue).toEqual([]);
    const { data: webhooks } = await Webhook.query
      .ofReseller({ reseller_uuid: reseller.uuid })
      .go();
    expect(messagesAbout("DELIVERIES_QUEUE_URL", webhooks[0]?.uuid ?? "")).toEqual([]);
  });

  test("is audited once, however often its message comes", async () => {
    const { url, requests } = await serve(site);
    const begun = await audited(url);
    const count = requests.length;
    expect(await deliver([...begun.messages, ...begun.messages])).toEqual(DONE);
    expect(requests).toHaveLength(count);
  });

  test("fails with the reason if its website can't be read", async () => {
    const begun = await audited("http://169.254.169.254/");
    const { state, pages_read, unchecked } = (await read(begun)).body.data;
    expect({ state, pages_read }).toEqual({ state: "failed", pages_read: 0 });
    expect(unchecked.unreadable).toMatchObject({
      reason: "blocked",
      what_to_do: expect.any(String),
    });
    const { body } = await open(PAGE, begun.slug);
    expect(body).toContain("The website could not be read");
  });
});

describe(CREATE, () => {
  test("refuses what is no host name, another language, and more prospects a day than allowed", async () => {
    const reseller = await makeReseller();
    await Reseller.patch({ uuid: reseller.uuid }).set({ max_prospects_per_day: 1 }).go();
    const send = (body: object) => call(CREATE, { key: reseller.key, body });
    expect(await send({ hostname: "a b", language: "xx" })).toMatchObject({
      status: 422,
      body: {
        errors: {
          hostname: { format: expect.any(String) },
          language: { options: expect.any(String) },
        },
      },
    });
    const answers = await Promise.all([1, 2, 3].map((n) => send({ hostname: `${n}.example` })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const max = "An account can have at most 1 new prospects a day";
    expect(await send({ hostname: "x.example" })).toEqual(invalid({ hostname: { max } }));
    pass(WEEK_MS / 7);
    expect(await send({ hostname: "x.example" })).toMatchObject({ status: 200 });
  });
});

describe(LIST, () => {
  test("is newest first, page by page, without expired ones", async () => {
    const reseller = await makeReseller();
    const { key } = reseller;
    const uuids: string[] = [];
    for (const name of ["a", "b", "c"])
      uuids.unshift(await makeProspect(reseller, `${name}.example`));
    const first = await call(LIST, { key, query: { per_page: "2" } });
    const { searchParams } = new URL(first.body.meta.next_page_url);
    const cursor = searchParams.get("cursor") ?? "";
    const second = await call(LIST, { key, query: { per_page: "2", cursor } });
    const listed = [...first.body.data, ...second.body.data];
    expect(listed.map(({ uuid }) => uuid)).toEqual(uuids);
    const {
      details: ___,
      findings: _,
      unchecked: __,
      ...summary
    } = (await read({ reseller, uuid: uuids[2] ?? "" })).body.data;
    expect(second.body).toEqual({ data: [summary], meta: { ...lastPage, per_page: 2 } });
    pass(WEEK_MS);
    expect((await call(LIST, { key })).body).toEqual({ data: [], meta: lastPage });
    expect(await read({ reseller, uuid: uuids[0] ?? "" })).toEqual(notFound("prospects"));
  });
});

describe("the page of a prospect", () => {
  test("shows the findings with advice in the reseller's name, without the query of its address", async () => {
    const begun = await audited(`${(await serve(site)).url}/?token=hush`);
    await Reseller.patch({ uuid: begun.reseller.uuid }).set({ sender_name: "Northlight" }).go();
    const { statusCode, headers, body } = await open(PAGE, begun.slug);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ "x-robots-tag": "noindex, nofollow" });
    for (const text of ["Northlight", "Pages read: 2.", "No main heading on", "What to do"])
      expect(body).toContain(text);
    expect(body).not.toMatch(/Uptime|%<|Downtimes/);
    expect(body).not.toContain("hush");
    expect((await open(PAGE, `${begun.slug}.json`)).statusCode).toBe(404);
  });

  test("says that the website is being read, and is not cached then", async () => {
    const { slug } = await begin("slow.example");
    const { headers, body } = await open(PAGE, slug);
    expect(body).toContain("The website is being read.");
    expect(headers).toMatchObject({ "cache-control": "no-store" });
  });
});

describe(CUSTOMER, () => {
  test("makes a customer with the findings, the feed and the page of the prospect", async () => {
    const begun = await audited();
    const { reseller, uuid, website, slug } = begun;
    const { key } = reseller;
    const before = (await read(begun)).body.data;
    const body = customerBody();
    const answer = await call(CUSTOMER, { key, uuid, body });
    expect(answer.body).toMatchObject({
      message: "User onboarded",
      data: { user: { email: body.email } },
    });
    await begun.follower.settle();
    expect(await read(begun)).toEqual(notFound("prospects"));

    const { data: all } = (await call("GET /v1/account/websites", { key })).body;
    expect(all).toMatchObject([
      {
        uuid: website,
        business_uuid: uuid,
        hostname: before.hostname,
        open_findings: before.open_findings,
      },
    ]);
    const { data: findings } = (
      await call("GET /v1/findings", { key, query: { businessUuid: uuid, per_page: "100" } })
    ).body;
    const seen = (each: { uuid: string; first_seen_at: string }) => [each.uuid, each.first_seen_at];
    expect(findings.map(seen).toSorted()).toEqual(before.findings.map(seen).toSorted());
    const feed = await call("GET /v1/feed-items", {
      key,
      query: { businessUuid: uuid, websiteUuid: website },
    });
    expect(feed.body.data[0]).toMatchObject({ type: "website_summary" });
    const { data: shares } = (await call("GET /v1/shares", { key })).body;
    expect(shares).toMatchObject([
      { website_uuid: website, kind: "report", slug, url: before.share.url, expires_at: null },
    ]);
    pass(10_000);
    expect((await open(PAGE, slug)).body).toContain(body.business.business_name);
    // Its first audit as a customer's is due.
    expect((await call("GET /v1/websites/{website_uuid}", { key, uuid: website })).status).toBe(
      200,
    );
  });

  test("has the website audited again if it becomes a customer's during its audit", async () => {
    const { url } = await serve(site);
    const begun = await begin(url);
    const { reseller, uuid, website, follower, messages } = begun;
    const audit: DoAudit = async (job) => {
      const { status } = await call(CUSTOMER, { key: reseller.key, uuid, body: customerBody() });
      expect(status).toBe(200);
      return await quickAudit(job);
    };
    expect(await deliver(messages, { audit })).toEqual(DONE);
    await follower.settle();
    expect(await deliver(messages)).toEqual(DONE);
    const query = { websiteUuid: website };
    const { data } = (await call("GET /v1/findings", { key: reseller.key, query })).body;
    expect(data.length).toBeGreaterThan(0);
  });

  test("refuses another host, and takes a prospect over once", async () => {
    const { reseller, uuid } = await begin("https://www.prospect.example/shop");
    const send = (body: object) => call(CUSTOMER, { key: reseller.key, uuid, body });
    const options = "Hostname must be that of the prospect";
    expect(await send(customerBody("other.example"))).toEqual(
      invalid({ "business.hostname": { options } }),
    );
    const bodies = [undefined, "prospect.example", "https://www.prospect.example/"];
    const answers = await Promise.all(bodies.map((hostname) => send(customerBody(hostname))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });
});

describe(DELETE, () => {
  test("removes the prospect, its page within ten seconds, and all that its audit wrote", async () => {
    const begun = await audited();
    const { reseller, uuid, website, slug } = begun;
    expect((await open(PAGE, slug)).statusCode).toBe(200);
    const gone = await call(DELETE, { key: reseller.key, uuid });
    expect(gone).toEqual(ok({ success: true, message: "Prospect deleted" }));
    expect(await call(DELETE, { key: reseller.key, uuid })).toEqual(notFound("prospects"));
    pass(10_000);
    expect((await open(PAGE, slug)).statusCode).toBe(404);
    await begun.follower.settle();
    expect(await itemsNaming(website)).toEqual([]);
  });
});
