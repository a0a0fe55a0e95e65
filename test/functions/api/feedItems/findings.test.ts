import { randomBytes } from "node:crypto";
import type { Context } from "aws-lambda";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { handler as cleanUp } from "../../../../functions/workers/cleanup/index.ts";
import { followAudits } from "../../../../functions/workers/subscriptions/followAudits.ts";
import { tellFault } from "../../../../shared/catalogue/faultTexts.ts";
import { FindingMarks, WebsiteFindings } from "../../../../shared/entities/findings.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { findingPrefix } from "../../../../shared/vocabulary/findings.ts";
import type { TextLanguage } from "../../../../shared/vocabulary/texts.ts";
import { call } from "../../../support/api.ts";
import { invalid, lastPage, notFound, ok, TIMESTAMP } from "../../../support/expected.ts";
import { type Estate, makeEstate, makeFinding, makeWebsite } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { thoroughTest } from "../../../support/runs.ts";

/** For tests that change nothing of it. */
let shared: Estate;
let estate: Estate;

beforeAll(async () => {
  shared = await makeEstate();
});

beforeEach(() => {
  estate = shared;
});

const list = (query: Record<string, string> = { websiteUuid: estate.website }) =>
  call("GET /v1/findings", { key: estate.reseller.key, query });

const fetch = (uuid = estate.finding, query = {}) =>
  call("GET /v1/findings/{finding_uuid}", { key: estate.reseller.key, uuid, query });

const update = (body: object, uuid = estate.finding) =>
  call("PATCH /v1/findings/{finding_uuid}", { key: estate.reseller.key, uuid, body });

const page = "https://example.com/about";

const textsIn = (language: TextLanguage) =>
  tellFault("missing_h1", language, { pages: [page], pages_count: 1 });

const shown = () => ({
  uuid: estate.finding,
  website_uuid: estate.website,
  business_uuid: estate.business,
  user_uuid: estate.user,
  type: "headings",
  code: "missing_h1",
  severity: "warning",
  status: "open",
  subject: page,
  pages_count: 1,
  pages: [page],
  first_seen_at: TIMESTAMP,
  last_seen_at: TIMESTAMP,
  resolved_at: null,
  note: null,
  detail: {},
  ...textsIn("en"),
});

test("a finding is shown with its texts in the user's language, or in the one asked for", async () => {
  estate = await makeEstate();
  expect(await fetch()).toEqual(ok({ data: shown() }));
  const german = await fetch(estate.finding, { language: "de" });
  expect(german.body.data.title).toBe(textsIn("de")?.title);
  expect(await fetch(estate.finding, { language: "xx" })).toEqual(
    invalid({ language: { options: "Language must be one of en, de, fr, es, it, nl" } }),
  );
  const { key } = estate.reseller;
  const body = { language_preference: "nl-BE" };
  await call("PATCH /v1/users/{user_uuid}", { key, uuid: estate.user, body });
  expect((await list()).body.data[0].title).toBe(textsIn("nl")?.title);
});

describe("the list", () => {
  const old = "2026-01-31T09:30:00+00:00";
  const later = "2026-03-01T00:00:00+00:00";

  let filled: Estate;

  beforeEach(() => {
    estate = filled;
  });

  beforeAll(async () => {
    filled = await makeEstate();
    const subjects = Array.from({ length: 21 }, (_, at) => ({ subject: `${page}/${at}` }));
    await makeFinding(
      filled,
      ...subjects,
      {
        ...{ code: "empty_heading", subject: "h2", severity: "error", first_seen_at: old },
        detail: { level: 2, position: 1 },
      },
      { subject: page, first_seen_at: old, resolved_at: later },
      { code: "several_h1", subject: page, first_seen_at: old, reopened_at: later },
    );
  });

  const subjectsOf = async (query: Record<string, string>) =>
    (await list({ websiteUuid: estate.website, ...query })).body.data.map(
      ({ code, subject }: { code: string; subject: string }) => `${code} ${subject}`,
    );

  test("has pages, oldest first", async () => {
    const first = await list();
    expect(first.body.data).toHaveLength(20);
    const next = new URL(first.body.meta.next_page_url).searchParams;
    const second = await list(Object.fromEntries(next));
    expect(second.body.meta).toEqual(lastPage);
    const all = [...first.body.data, ...second.body.data];
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(24);
    expect(all.slice(0, 3).every(({ first_seen_at }) => first_seen_at === old)).toBe(true);
    const other = await makeEstate();
    const { key } = other.reseller;
    const query = { ...Object.fromEntries(next), websiteUuid: other.website };
    for (const { website_uuid } of (await call("GET /v1/findings", { key, query })).body.data) {
      expect(website_uuid).toBe(other.website);
    }
  });

  test.each([
    [{ status: "resolved" }, [`missing_h1 ${page}`]],
    [{ code: "several_h1" }, [`several_h1 ${page}`]],
    [{ severity: "error" }, ["empty_heading h2"]],
    [{ since: later, status: "open", code: "several_h1" }, [`several_h1 ${page}`]],
    [{ since: later, code: "empty_heading" }, []],
  ])("of %o has %o", async (query, expected) => {
    expect(await subjectsOf(query as Record<string, string>)).toEqual(expected);
  });

  test("of a business has those of all its websites", async () => {
    const { reseller, business } = estate;
    const website = await makeWebsite(reseller, business);
    const uuid = await makeFinding({ reseller, business, website });
    const body = { status: "ignored" };
    await call("PATCH /v1/findings/{finding_uuid}", { key: reseller.key, uuid, body });
    const both = await list({ businessUuid: business, per_page: "100" });
    expect(both.body.data).toHaveLength(25);
    const ignored = await list({ businessUuid: business, status: "ignored" });
    expect(ignored.body.data).toMatchObject([{ uuid, website_uuid: website }]);
  });

  test("needs a website or a business, and is empty if there is no such", async () => {
    const text = "A website or a business is required";
    expect(await list({})).toEqual(invalid({ websiteUuid: { required: text } }));
    const other = await makeEstate();
    for (const query of [
      { websiteUuid: other.website },
      { businessUuid: other.business },
      { websiteUuid: estate.website, businessUuid: other.business },
    ]) {
      const { status, body } = await list(query as Record<string, string>);
      expect([status, body.data, body.meta]).toEqual([200, [], lastPage]);
    }
  });
});

test("a finding is ignored with a note, and opened again", async () => {
  estate = await makeEstate();
  const ignored = { status: "ignored", note: "Our name" };
  const changed = await update({ status: "ignored", note: "Our name" });
  const data = { ...shown(), ...ignored };
  expect(changed).toEqual(ok({ message: "Finding updated", success: true, data }));
  expect((await update({ status: "ignored" })).body).toEqual(changed.body);
  expect(await fetch()).toEqual(ok({ data }));
  const open = await update({ status: "open" });
  expect(open.body.data).toEqual({ ...shown(), note: "Our name" });
  expect((await update({ note: "" })).body.data).toEqual(shown());
  expect((await update({})).body.data).toEqual(shown());
});

test("marks that were made at the same time are all kept", async () => {
  estate = await makeEstate();
  const subjects = Array.from({ length: 6 }, (_, at) => ({ subject: `${page}/${at}` }));
  await makeFinding(estate, ...subjects);
  const { data } = (await list()).body;
  await Promise.all(data.map(({ uuid }: { uuid: string }) => update({ status: "ignored" }, uuid)));
  expect((await list({ websiteUuid: estate.website, status: "ignored" })).body.data).toHaveLength(
    6,
  );
});

describe("a website's findings", () => {
  const remaining = { getRemainingTimeInMillis: () => 60_000 } as Context;

  beforeEach(async () => {
    estate = await makeEstate();
  });

  test("go with a deleted website, and no other's", async () => {
    const { reseller, business, website } = estate;
    const other = await makeWebsite(reseller, business);
    const survivor = await makeFinding({ reseller, business, website: other });
    await update({ status: "ignored" });
    await call("DELETE /v1/websites/{website_uuid}", { key: reseller.key, uuid: website });
    const key = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    await cleanUp(sqsEvent({ ...key, entity: "website" }), remaining);
    expect(await fetch()).toEqual(notFound("findings"));
    expect((await fetch(survivor)).status).toBe(200);
    expect((await FindingMarks.get(key).go()).data).toBeNull();
  });

  /** Gives the website another host name, and returns the former one. */
  const moveTo = async (hostname: string) => {
    const { reseller, website: uuid } = estate;
    const { data: before } = await Website.get({ reseller_uuid: reseller.uuid, uuid }).go();
    const body = { hostname };
    await call("PATCH /v1/websites/{website_uuid}", { key: reseller.key, uuid, body });
    return before?.hostname;
  };
  /** As the worker that adapts checks does after a change. */
  const follow = (former: string | undefined) =>
    followAudits({ reseller_uuid: estate.reseller.uuid, uuid: estate.website }, former);

  test.each([
    ["https://example.com/shop", 200],
    ["example.org", 404],
  ])("of example.com that moves to %s: %d", async (hostname, status) => {
    await follow(await moveTo("example.com"));
    await makeFinding(estate);
    await follow(await moveTo(hostname));
    expect((await fetch()).status).toBe(status);
  });

  test("of its new host stay when the change comes again or late", async () => {
    await follow(await moveTo("example.com"));
    const there = await moveTo("example.org");
    await follow(there);
    await makeFinding(estate);
    await follow(there);
    expect((await fetch()).status).toBe(200);
    const back = await moveTo("example.net");
    await follow(back);
    await makeFinding(estate);
    await follow(there);
    await follow(back);
    expect((await fetch()).status).toBe(200);
  });
});

test("what people said about the findings of a website is limited", async () => {
  estate = await makeEstate();
  const key = { reseller_uuid: estate.reseller.uuid, business_uuid: estate.business };
  const note = () => randomBytes(120).toString("base64url");
  const uuids = Array.from({ length: 2500 }, newUuid);
  await FindingMarks.put({
    ...{ ...key, uuid: estate.website, revision: 1 },
    marks: Object.fromEntries(uuids.map((uuid) => [uuid, { note: note() }])),
  }).go();
  const max = "The website has too many ignored findings and notes";
  expect(await update({ status: "ignored" })).toEqual(invalid({ status: { max } }));
});

thoroughTest("more findings than a function can hold are listed by website only", async () => {
  const { reseller, business } = estate;
  const website = { reseller_uuid: reseller.uuid, business_uuid: business, revision: 1 };
  const subject = randomBytes(220_000).toString("base64url");
  const put = async () => {
    const uuid = newUuid();
    const finding = { type: "headings", code: "missing_h1", severity: "info" as const, subject };
    const seen = { pages: [], pages_count: 0, detail: {}, first_seen_at: timestamp() };
    const findings = [{ uuid, ...finding, ...seen }];
    const times = { prefix: findingPrefix(uuid), changed_at: timestamp() };
    await WebsiteFindings.put({ ...website, uuid, ...times, findings }).go();
  };
  for (let count = 0; count < 45; count += 1) await put();
  const max = "The business has too many findings for one list: name one of its websites";
  expect(await list({ businessUuid: business })).toEqual(invalid({ businessUuid: { max } }));
  expect((await list()).status).toBe(200);
});
