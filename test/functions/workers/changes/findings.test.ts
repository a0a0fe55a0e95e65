import { beforeEach, expect, test } from "vitest";
import { followAudits } from "../../../../functions/workers/subscriptions/followAudits.ts";
import { feedItemTypes } from "../../../../shared/audit/feedItemTypes.ts";
import { call } from "../../../support/api.ts";
import { type Estate, makeEstate, makeFeedItem, makeFinding } from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";

let estate: Estate;
let stream: Awaited<ReturnType<typeof followReseller>>;

beforeEach(async () => {
  estate = await makeEstate();
  stream = await followReseller(estate.reseller.uuid);
});

/** The website of the estate as the list of the account shows it, once all changes are followed. */
async function listed() {
  await stream.settle();
  const { key } = estate.reseller;
  const query = { businessUuid: estate.business };
  const [{ sequence: _, ...website }] = (await call("GET /v1/account/websites", { key, query }))
    .body.data;
  return website;
}

test("a website's open and last fixed findings are counted after an audit, and after one is ignored", async () => {
  const before = await listed();
  const first_seen_at = "2026-11-18T12:00:00+00:00";
  const [subject, second, resolved_at] = [
    "https://a.example/",
    "https://b.example/",
    "2026-11-20T12:00:00+00:00",
  ];
  const uuid = await makeFinding(
    estate,
    { subject },
    { subject: second, severity: "error", first_seen_at: "2026-11-17T12:00:00+00:00" },
    { subject: "https://f.example/", severity: "error", code: "broken_link", first_seen_at },
    { subject: "https://c.example/", resolved_at },
    { subject: "https://d.example/", resolved_at },
    { subject: "https://e.example/", resolved_at: "2026-11-19T12:00:00+00:00" },
  );
  expect(await listed()).toEqual({
    ...{ ...before, open_findings: { error: 2, warning: 1, info: 0 } },
    fixed_findings: { at: resolved_at, count: 2 },
    newest_serious_finding: {
      ...{ title: "Broken link on https://f.example/: https://f.example/", first_seen_at },
    },
  });
  const { key } = estate.reseller;
  const body = { status: "ignored" };
  await call("PATCH /v1/findings/{finding_uuid}", { key, uuid, body });
  expect((await listed()).open_findings).toEqual({ error: 2, warning: 0, info: 0 });
  const { data } = (await call("GET /v1/account/businesses", { key })).body;
  expect(data.map(({ open_findings }: { open_findings: object }) => open_findings)).toContainEqual({
    ...{ error: 2, warning: 0, info: 0 },
  });
});

test("findings that were fixed on a former host are not counted", async () => {
  const website = { reseller_uuid: estate.reseller.uuid, uuid: estate.website };
  await followAudits(website, undefined);
  await makeFinding(estate, { resolved_at: "2026-11-20T12:00:00+00:00" });
  expect((await listed()).fixed_findings).toMatchObject({ count: 1 });
  const { key } = estate.reseller;
  const body = { hostname: "other.example" };
  await call("PATCH /v1/websites/{website_uuid}", { key, uuid: estate.website, body });
  await followAudits(website, undefined);
  expect((await listed()).fixed_findings).toBeNull();
});

test.each([
  ["certificate", "website_summary", "ssl_expiry_date"],
  ["domain", "domain_age", "expires_at"],
] as const)("a website's %s expires as the newest audit says", async (name, type, field) => {
  expect(feedItemTypes[type]?.data.shape).toHaveProperty(field);
  const place = {
    ...{ reseller_uuid: estate.reseller.uuid, business_uuid: estate.business },
    website_uuid: estate.website,
  };
  const add = (sequence: number, data: Record<string, string | null>) =>
    makeFeedItem(place, { sequence, type, data });
  const expiry = async () => (await listed())[`${name}_expires_at`];
  const [early, late] = ["2027-01-20T09:30:00+00:00", "2027-04-20T09:30:00+00:00"];
  await add(101, { [field]: late });
  expect(await expiry()).toBe(late);
  // The change comes late.
  await add(100, { [field]: early });
  expect(await expiry()).toBe(late);
  await add(102, {});
  // A summary says so of a certificate that is no longer there.
  expect(await expiry()).toBe(name === "certificate" ? late : null);
  await add(103, { [field]: null });
  expect(await expiry()).toBeNull();
});
