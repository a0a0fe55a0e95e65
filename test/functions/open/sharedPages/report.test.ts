import { expect, onTestFinished, test, vi } from "vitest";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { DAY_MS, timestamp } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { invalid } from "../../../support/expected.ts";
import { makeCustomer, makeEstate, makeFinding, makeShare } from "../../../support/factories.ts";
import { BADGE, open, PAGE } from "./open.ts";

test("a report share shows the report of its days, and neither badge nor data", async () => {
  const { reseller, website, business } = await makeEstate();
  const days = { kind: "report", from: "2026-11-01", to: "2026-11-20", language: "de" };
  for (const shown of [{ website_uuid: website }, { business_uuid: business }]) {
    const { token } = await makeShare(reseller, { ...shown, ...days });
    const { statusCode, headers, body } = await open(PAGE, token);
    expect({ statusCode, headers }).toMatchObject({
      statusCode: 200,
      headers: { "cache-control": "private, max-age=60", "x-robots-tag": "noindex, nofollow" },
    });
    expect(body).toContain("1.–20. November 2026");
    const [, content = ""] = body.split("</style>");
    expect(content).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@/);
    expect((await open(BADGE, token)).statusCode).toBe(404);
    expect((await open(PAGE, `${token}.json`)).statusCode).toBe(404);
  }
});

test("a report of a website names its customer, and whom to ask: the sender of mails", async () => {
  const { reseller, business, website } = await makeEstate();
  const { key } = reseller;
  await call("PATCH /v1/businesses/{business_uuid}", {
    ...{ key, uuid: business, body: { name: "Baker & Sons" } },
  });
  await Reseller.patch({ uuid: reseller.uuid }).set({ sender_name: "Acme Care" }).go();
  const at = (day: string) => `${day}T10:00:00+00:00`;
  const fault = { type: "sitemap", code: "sitemap_missing", severity: "warning" } as const;
  await makeFinding(
    { reseller, business, website },
    { ...fault, first_seen_at: at("2026-10-20") },
    { subject: "https://example.com/late", first_seen_at: at("2026-11-01") },
  );
  const days = { kind: "report", from: "2026-10-01", to: "2026-10-31" };
  const { token } = await makeShare(reseller, { website_uuid: website, ...days });
  const { body } = await open(PAGE, token);
  const [head = ""] = body.split("</header>");
  expect(head).toContain("<bdi>Baker &#38; Sons</bdi>");
  expect(body).toContain("ask Acme Care to add one");
  expect(body).not.toContain("/late");
});

test("days are for reports only, in their order, at most 90", async () => {
  const { reseller, website } = await makeEstate();
  const create = (body: object) =>
    call("POST /v1/shares", { key: reseller.key, body: { website_uuid: website, ...body } });
  const options = "Days are for reports only";
  expect(await create({ to: "2026-11-20" })).toEqual(invalid({ to: { options } }));
  const report = { kind: "report", from: "2026-11-20", to: "2026-11-19" };
  expect((await create(report)).status).toBe(422);
  expect((await create({ ...report, from: "2026-01-01" })).status).toBe(422);
});

test("a report without a last day grows to 90 days, and stays", async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  const { reseller, website } = await makeEstate();
  const from = dayIn(-3, now);
  const { token } = await makeShare(reseller, { website_uuid: website, kind: "report", from });
  expect((await open(PAGE, token)).body).toContain(rangeOf(from, dayIn(0, now)));
  vi.setSystemTime(now + 200 * DAY_MS);
  const { statusCode, body } = await open(PAGE, token);
  expect(statusCode).toBe(200);
  expect(body).toContain(rangeOf(from, dayIn(86, now)));
});

test("a report tells no path of a website, and follows no link but https", async () => {
  const { reseller, business } = await makeCustomer();
  const looks = { link: "javascript:alert(1)", logo_url: "data:image/svg+xml,<svg/>" };
  await Reseller.patch({ uuid: reseller.uuid }).set(looks).go();
  const body = { hostname: "https://shop.example.com/a?token=hush" };
  const query = { businessUuid: business };
  const { data } = (await call("POST /v1/websites", { key: reseller.key, query, body })).body;
  const { token } = await makeShare(reseller, { website_uuid: data.uuid, kind: "report" });
  const page = await open(PAGE, token);
  expect(page.body).toContain("<bdi>shop.example.com</bdi>");
  expect(page.body).not.toMatch(/hush|javascript:|data:/);
  expect(page.headers["content-security-policy"]).not.toContain("img-src");
});

function dayIn(days: number, now: number) {
  return timestamp(new Date(now + days * DAY_MS)).slice(0, 10);
}

test("findings tell nothing of the query of the website's own address, to which strangers may have no right", async () => {
  const { reseller, business } = await makeCustomer();
  const hostname = "https://shop.example.com/a?token=hush&more=hush";
  const request = { key: reseller.key, query: { businessUuid: business }, body: { hostname } };
  const { data } = (await call("POST /v1/websites", request)).body;
  const subjects = [hostname, "https://shop.example.com/b?page=2"];
  const first_seen_at = dayIn(-2, Date.now());
  const findings = subjects.map((subject) => ({ subject, pages: [subject], first_seen_at }));
  await makeFinding({ reseller, business, website: data.uuid }, ...findings);
  const { token } = await makeShare(reseller, { website_uuid: data.uuid, kind: "report" });
  const { body } = await open(PAGE, token);
  expect(body).toContain("https://shop.example.com/a?…");
  expect(body).toContain("https://shop.example.com/b?page=2");
  expect(body).not.toMatch(/hush/);
});

function rangeOf(from: string, to: string) {
  const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return days.formatRange(new Date(from), new Date(to));
}
