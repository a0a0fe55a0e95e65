import { expect, onTestFinished, test, vi } from "vitest";
import { tellCause } from "../../../../shared/catalogue/causeTexts.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { changeListed, getListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { DAY_MS, timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { presentState } from "../../../../shared/resources/presenters.ts";
import { addRound } from "../../../../shared/uptime/bucketHours.ts";
import { nameOf } from "../../../../shared/uptime/buckets.ts";
import { periodOf } from "../../../../shared/views/period.ts";
import { readViews } from "../../../../shared/views/websiteView.ts";
import { call } from "../../../support/api.ts";
import { costOf } from "../../../support/cost.ts";
import { meta } from "../../../support/expected.ts";
import {
  type Estate,
  makeBusiness,
  makeEstate,
  makeFinding,
  makeWebsite,
} from "../../../support/factories.ts";
import { character, logProbes, storeMonitor, wholeBucket } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";

const USER = "GET /v1/users/{user_uuid}/digest";
const BUSINESS = "GET /v1/businesses/{business_uuid}/digest";
const WEBSITE = "GET /v1/websites/{website_uuid}/digest";
const NOW = Date.parse("2026-11-23T06:00:00Z");

/** An estate that was made on Monday morning, and whose website was checked for 100 days. */
async function makeChecked(): Promise<Estate & { key: string }> {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  ownSchedule();
  const estate = await makeEstate();
  const { uuid: reseller_uuid, key } = estate.reseller;
  const { website: uuid, business: business_uuid } = estate;
  const seconds = NOW / 1000;
  const site = { reseller_uuid, uuid, business_uuid };
  const at = timestamp(new Date(seconds * 1000));
  await storeMonitor(site, { results: [{ at, outcome: "up", duration: 100 }] });
  const check = { ...site, hostname: "example.com", shard: 3, due_at: timestamp(), results: [] };
  const crawled_at = "2026-11-23T03:00:00+00:00";
  const audited = { written: {}, unsupported_languages: ["pl"] };
  await Check.put({ ...check, kind: "audit", crawled_at, memory: audited }).go();
  const expires_epoch = seconds + 1000;
  const times = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [40 + at, 20 + at]));
  await UptimeDay.put(
    Array.from({ length: 100 }, (_, age) => {
      const day = timestamp(new Date(NOW - (age + 1) * DAY_MS)).slice(0, 10);
      return {
        ...{ reseller_uuid, uuid, expires_epoch, times, looks: 288, failures: 0, day },
        failed_attempts: 24,
        ...{ observed: 86_400, down: day === "2026-11-17" ? 600 : 0 },
      };
    }),
  ).go();
  const began_at = "2026-11-17T10:00:00+00:00";
  const ended = { ended_at: "2026-11-17T10:10:00+00:00", duration_seconds: 600 };
  await Downtime.put({
    ...{ reseller_uuid, uuid, began_at, cause: "http 503", unobserved_seconds: 0 },
    ...{ ...ended, expires_epoch },
  }).go();
  const subject = (name: string) => `https://example.com/${name}`;
  await makeFinding(
    estate,
    { subject: subject("new"), first_seen_at: "2026-11-18T03:00:00+00:00", pages_count: 1 },
    { subject: subject("all"), first_seen_at: "2026-11-18T03:00:00+00:00", pages_count: 9 },
    { subject: subject("old"), first_seen_at: "2026-10-01T03:00:00+00:00", severity: "error" },
    {
      subject: subject("mended"),
      first_seen_at: "2026-10-01T03:00:00+00:00",
      resolved_at: "2026-11-20T03:00:00+00:00",
    },
    {
      subject: subject("again"),
      first_seen_at: "2026-10-01T03:00:00+00:00",
      reopened_at: "2026-11-21T03:00:00+00:00",
    },
    { subject: subject("later"), first_seen_at: "2026-11-23T03:00:00+00:00" },
  );
  return { ...estate, key };
}

test("a user's digest says how each website did within days of a time zone", async () => {
  const estate = await makeChecked();
  const { key, user, website } = estate;
  const query = { timezone: "Europe/Berlin", language: "de" };
  const { status, body } = await call(USER, { key, uuid: user, query });
  expect(status).toBe(200);
  expect(body.meta).toMatchObject({ total: 2, from: 1, to: 2 });
  const digest = body.data.find(({ uuid }: { uuid: string }) => uuid === website);
  const inAccount = await getListed(websites, {
    reseller_uuid: estate.reseller.uuid,
    uuid: website,
  });
  expect(digest).toEqual({
    ...presentState(inAccount),
    period: {
      ...{ from: "2026-11-16", to: "2026-11-22", timezone: "Europe/Berlin" },
      ...{ begins_at: "2026-11-15T23:00:00+00:00", ends_at: "2026-11-22T23:00:00+00:00" },
    },
    state: "not_checked",
    last_checked_at: "2026-11-23T06:00:00+00:00",
    watched_since: "2026-11-16T00:00:00+00:00",
    uptime_percentage: 99.9,
    ...{ looks: 7 * 288, failed_attempts: 7 * 24 },
    ...{ observed_seconds: 7 * 86_400, down_seconds: 600 },
    response_ms: { mean: expect.any(Number), median: expect.any(Number), p95: expect.any(Number) },
    downtimes: [
      {
        ...{ began_at: "2026-11-17T10:00:00+00:00", ended_at: "2026-11-17T10:10:00+00:00" },
        ...{
          cause: "http_5xx",
          technical: "http 503",
          duration_seconds: 600,
          unobserved_seconds: 0,
        },
        ...tellCause("http_5xx", "de"),
      },
    ],
    has_more_downtimes: false,
    certificate_expires_at: null,
    maintenance: [
      { starts_at: expect.any(String), ends_at: expect.any(String), reason: "New server" },
    ],
    findings: {
      opened: { error: 0, warning: 3, info: 0 },
      resolved: { error: 0, warning: 1, info: 0 },
      open: { error: 1, warning: 3, info: 0 },
      items: expect.any(Array),
    },
    unchecked: {
      ...{ unobserved_seconds: 0, last_audited_at: "2026-11-23T03:00:00+00:00" },
      ...{ unreadable: null, unsupported_languages: ["pl"] },
    },
  });
  const items = digest.findings.items as { subject: string; title: string; status: string }[];
  expect(items.map(({ subject, status }) => `${subject.slice(20)} ${status}`)).toEqual([
    ...["old open", "all open", "new open", "again open", "mended resolved"],
  ]);
  const english = await call(USER, { key, uuid: user, query: { language: "en" } });
  const [first] = english.body.data.find(({ uuid }: { uuid: string }) => uuid === website).findings
    .items;
  expect(first.title).not.toBe(items[0]?.title);
});

test("a report knows how many open findings came after its days", async () => {
  const { reseller, website: uuid } = await makeChecked();
  const { data } = await Website.get({ reseller_uuid: reseller.uuid, uuid }).go();
  const laterThan = async (to: string) => {
    const period = periodOf({ from: "2026-11-16", to, timezone: "UTC" }, NOW);
    const views = await readViews(data ? [data] : [], { period, language: "en", now: NOW });
    return views.map(({ later }) => later);
  };
  expect(await laterThan("2026-11-22")).toEqual([1]);
  expect(await laterThan("2026-11-17")).toEqual([3]);
});

test("a business's digest is that of its websites, in the language of its user", async () => {
  const { key, user, business, website, reseller } = await makeChecked();
  await User.patch({ reseller_uuid: reseller.uuid, uuid: user })
    .set({ language_preference: "fr-FR" })
    .go();
  const digest = await call(BUSINESS, { key, uuid: business });
  const url = `https://api.example.com/v1/businesses/${business}/digest?page=1`;
  expect(digest.body.meta).toEqual(meta(1, url));
  expect(digest.body.data[0]).toMatchObject({ uuid: website, user_uuid: user });
  const french = await call(BUSINESS, { key, uuid: business, query: { language: "fr" } });
  expect(digest.body.data).toEqual(french.body.data);
  const { body } = await call(WEBSITE, { key, uuid: website });
  expect(body.data).toEqual({
    ...digest.body.data[0],
    ...{ business_name: "Difference Engines", customer_text: null },
    ...{ certificate_expires_at: null, domain_expires_at: null },
    last_24_hours: expect.any(Array),
    last_24_hours_response_ms: null,
  });
});

test("a digest says why audits cannot read a website, in the customer's words", async () => {
  const { key, business, website: uuid, reseller } = await makeChecked();
  const since = "2026-11-22T03:00:00+00:00";
  const unreadable = { reason: "robots_txt", since, tries: 3 };
  await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "audit" })
    .set({ memory: { written: {}, unreadable } })
    .go();
  const query = { language: "fr" };
  const [digest] = (await call(BUSINESS, { key, uuid: business, query })).body.data;
  expect(digest.unchecked.unreadable).toEqual({
    ...{ since, reason: "robots_txt", technical: null },
    ...tellCause("robots_txt", "fr"),
  });
});

test("the digest of a website says what to write to its customer when it is down, and for a day after", async () => {
  const { key, user, website: uuid, reseller } = await makeChecked();
  const own = { reseller_uuid: reseller.uuid, uuid };
  await User.patch({ ...own, uuid: user })
    .set({ language_preference: "de-AT" })
    .go();
  const frequency = { timezone: "Europe/Vienna" };
  await call("PATCH /v1/users/{user_uuid}/report-mails", { key, uuid: user, body: frequency });
  const textNow = async () => (await call(WEBSITE, { key, uuid })).body.data.customer_text;
  const began_at = "2026-11-23T05:30:00+00:00";
  const down = { cause: "http 503", unobserved_seconds: 0, expires_epoch: NOW / 1000 + 1000 };
  await Downtime.put({ ...own, began_at, ...down }).go();
  await changeListed(websites, own, () => ({ set: { is_hostname_up: false } }));
  const { title, why, what_to_do } = tellCause("http_5xx", "de", { sender: "Test reseller" });
  expect(await textNow()).toBe(
    `Ihre Website example.com ist nicht erreichbar, und zwar seit 23.11.2026, 06:30.\n\n${title}. ${why}\n\nWas zu tun ist: ${what_to_do}`,
  );
  const ended = { ended_at: "2026-11-23T05:50:00+00:00", duration_seconds: 1200 };
  await Downtime.put({ ...own, began_at, ...down, ...ended }).go();
  await changeListed(websites, own, () => ({ set: { is_hostname_up: true } }));
  expect(await textNow()).toBe(
    `Ihre Website example.com ist wieder erreichbar. Sie war ab 23.11.2026, 06:30 für 20 Minuten nicht erreichbar.\n\n${title}.`,
  );
  vi.setSystemTime("2026-11-24T05:51:00Z");
  expect(await textNow()).toBeNull();
});

test("a digest until today has the figures and response times of the running hour", async () => {
  const { key, business: business_uuid, reseller } = await makeChecked();
  vi.setSystemTime("2026-11-23T05:39:50Z");
  const uuid = await makeWebsite(reseller, business_uuid);
  await storeMonitor({ reseller_uuid: reseller.uuid, business_uuid, uuid });
  for (const minutes of [20, 15, 10, 5]) {
    await logProbes(uuid, [[NOW / 1000 - minutes * 60, "up"]]);
  }
  vi.setSystemTime(NOW);
  const query = { from: "2026-11-23", to: "2026-11-23" };
  const { body } = await call(BUSINESS, { key, uuid: business_uuid, query });
  expect(body.data.at(-1)).toMatchObject({
    uuid,
    ...{ watched_since: "2026-11-23T05:40:00+00:00", looks: 4, observed_seconds: 900 },
    response_ms: { median: expect.any(Number) },
    unchecked: { unobserved_seconds: 310 },
  });
});

test("of many downtimes a digest has the last 50, and of large findings 20 kB", async () => {
  const estate = await makeChecked();
  const { key, business, website: uuid, reseller } = estate;
  const owner = { reseller_uuid: reseller.uuid, uuid, expires_epoch: NOW / 1000 + 1000 };
  const times = Array.from({ length: 60 }, (_, minute) =>
    timestamp(new Date(Date.parse("2026-11-18T10:00:00Z") + minute * 60_000)),
  );
  await Downtime.put(times.map((time) => ({ ...owner, began_at: time, ended_at: time }))).go();
  const large = Array.from({ length: 30 }, (_, index) => ({
    subject: `${index}${"x".repeat(2000)}`,
    first_seen_at: "2026-11-17T03:00:00+00:00",
  }));
  await makeFinding(estate, ...large);
  const [digest] = (await call(BUSINESS, { key, uuid: business })).body.data;
  expect(digest.downtimes.map(({ began_at }: { began_at: string }) => began_at)).toEqual(
    times.slice(-50),
  );
  expect(digest.has_more_downtimes).toBe(true);
  expect(digest.findings.open.warning).toBe(30);
  expect(JSON.stringify(digest.findings.items).length).toBeLessThanOrEqual(20_000);
  expect(digest.findings.items.length).toBeGreaterThan(1);
});

test("a digest is paged as lists are, and a website that was never checked is not known", async () => {
  const { user, reseller } = await makeEstate();
  const added = await makeWebsite(reseller, await makeBusiness(reseller, user));
  const query = { per_page: "1", page: "3" };
  const { body } = await call(USER, { key: reseller.key, uuid: user, query });
  expect(body.meta).toMatchObject({ total: 3, last_page: 3, from: 3, to: 3 });
  expect(body.data).toMatchObject([
    {
      ...{ uuid: added, state: "not_checked", uptime_percentage: null, response_ms: null },
      ...{ last_checked_at: null, observed_seconds: 0, down_seconds: 0, downtimes: [] },
      unchecked: { last_audited_at: null },
    },
  ]);
});

test("90 days of a website cost at most 20 read units beside its place in the list", async () => {
  const { key, business, website: uuid } = await makeChecked();
  const names = [uuid, ...Array.from({ length: 99 }, () => newUuid())].map(nameOf);
  const characters = new Map(names.map((name) => [name, character("up")]));
  for (let at = NOW / 1000 - 43_200; at < NOW / 1000; at += 300) {
    await addRound(wholeBucket(), { slot: at, at, characters });
  }
  const query = { from: "2026-08-25", to: "2026-11-22", timezone: "Asia/Kolkata" };
  const unitsOf = async (page: string) => {
    const cost = await costOf(async () => {
      const { body } = await call(BUSINESS, { key, uuid: business, query: { ...query, page } });
      expect(body.meta.total).toBe(1);
    });
    expect(cost.writeUnits).toBe(0);
    return cost.readUnits;
  };
  await unitsOf("1");
  const listed = await unitsOf("2");
  expect((await unitsOf("1")) - listed).toBeLessThanOrEqual(20);
});
