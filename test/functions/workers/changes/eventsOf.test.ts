import { expect, test } from "vitest";
import { eventsOf } from "../../../../functions/workers/changes/eventsOf.ts";
import { type ChangeName, follows } from "../../../../functions/workers/changes/follows.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { Competitor } from "../../../../shared/entities/competitor.ts";
import { CustomFields } from "../../../../shared/entities/customFields.ts";
import { FeedItem } from "../../../../shared/entities/feedItem.ts";
import { type KeptFinding, WebsiteFindings } from "../../../../shared/entities/findings.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { eventTypes } from "../../../../shared/webhooks/catalogue.ts";
import { readChange } from "../../../../shared/webhooks/change.ts";
import { call } from "../../../support/api.ts";
import {
  businessBody,
  makeCustomFields,
  makeEstate,
  makeFeedItem,
} from "../../../support/factories.ts";
import { changeOf } from "../../../support/stream.ts";

const AT = new Date("2026-11-22T09:30:00.700Z");
const LATER = "2026-11-22T09:31:00+00:00";

const estate = await makeEstate();
const { key, uuid: reseller_uuid } = estate.reseller;

async function stored<Found>(read: Promise<{ data: Found | null }>): Promise<Found> {
  const { data } = await read;
  if (!data) throw new Error("The record does not exist");
  return data;
}

const website = await stored(Website.get({ reseller_uuid, uuid: estate.website }).go());
const business = await stored(Business.get({ reseller_uuid, uuid: estate.business }).go());
const competitor = await stored(Competitor.get({ reseller_uuid, uuid: estate.competitor }).go());
const user = await stored(User.get({ reseller_uuid, uuid: estate.user }).go());
const webhook = await stored(Webhook.get({ reseller_uuid, uuid: estate.webhook }).go());

const owned = { reseller_uuid, business_uuid: estate.business };
const customer = { user_uuid: estate.user, business_uuid: estate.business };
const ofUser = { ...customer, business_uuid: null };
const ofNobody = { user_uuid: null, business_uuid: null };

const noFields = async () => {
  throw new Error("No custom fields are needed");
};

/** The types that the tests below have met. */
const met = new Set<string>();
const followed: Readonly<Record<string, readonly ChangeName[]>> = follows.events;

/** The events of a change that the dispatcher passes on, without their ids. */
async function find(
  entity: Parameters<typeof changeOf>[0],
  images: { before?: object; after?: object },
  customFieldsOf: Parameters<typeof eventsOf>[1] = noFields,
) {
  const record = changeOf(entity, { ...images, at: AT });
  const change = readChange(record);
  return (await eventsOf(change, customFieldsOf)).map(({ id, ...event }) => {
    met.add(event.type);
    expect(followed[change.entity]).toContain(record.eventName);
    expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(event.timestamp).toBe("2026-11-22T09:30:00+00:00");
    const { timestamp: _, ...rest } = event;
    return rest;
  });
}

const asInTheApi = async (path: string, uuid: string) =>
  (await call(`GET /v1/${path}`, { key, uuid })).body.data;

/** What the stored record is once something else was set. */
const revised = <Stored extends { revision: number }>(record: Stored, set: Partial<Stored>) => ({
  ...record,
  ...set,
  revision: record.revision + 1,
});

const listed = [
  { noun: "website", entity: Website, record: website, set: { hostname: "example.org" } },
  { noun: "business", entity: Business, record: business, set: { name: "Other" } },
  { noun: "competitor", entity: Competitor, record: competitor, set: { city: "Leeds" } },
] as const;

test.each(listed)("a new $noun is an event with what the API answers", async (kind) => {
  const { noun, entity, record } = kind;
  const paths = {
    website: "websites/{website_uuid}",
    business: "businesses/{business_uuid}",
    competitor: "competitors/{competitor_uuid}",
  };
  const data = await asInTheApi(paths[noun], record.uuid);
  expect(await find(entity, { after: record })).toEqual([
    { type: `${noun}.created`, sequence: 1, ...customer, data },
  ]);
  expect(await find(entity, { before: record })).toEqual([
    { type: `${noun}.deleted`, sequence: 2, ...customer, data },
  ]);
});

test.each(listed)("a change of a field that a $noun shows is an event", async (kind) => {
  const { noun, entity, record, set } = kind;
  const after = revised(record as typeof website, { ...set, updated_at: LATER });
  const [event, ...more] = await find(entity, { before: record, after });
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: `${noun}.updated`,
    sequence: 2,
    data: { ...set, updated_at: LATER },
  });
});

test.each(listed)(
  "a change of a field that a $noun does not show is no event",
  async ({ entity, record }) => {
    const hidden = { website_sequence: 7, competitor_sequence: 7, client_fields: ["name"] };
    const { revision } = record;
    for (const after of [record, { ...record, ...hidden }, { ...record, revision: revision + 1 }]) {
      expect(await find(entity, { before: record, after })).toEqual([]);
    }
  },
);

test("a website that goes down or comes back makes that event and no other", async () => {
  const down = revised(website, { is_hostname_up: false, updated_at: LATER });
  const up = revised(down, { is_hostname_up: true });
  expect(await find(Website, { before: website, after: down })).toMatchObject([
    { type: "website.down", sequence: 2, data: { is_hostname_up: false, updated_at: LATER } },
  ]);
  expect(await find(Website, { before: down, after: up })).toMatchObject([
    { type: "website.up", sequence: 3, data: { is_hostname_up: true } },
  ]);
  const moved = revised(down, { is_hostname_up: true, hostname: "example.org" });
  expect(await find(Website, { before: down, after: moved })).toMatchObject([
    { type: "website.up", sequence: 3 },
    { type: "website.updated", sequence: 3 },
  ]);
});

test("an event of a downtime says when it began and ended, and why", async () => {
  const [began_at, ended_at] = [timestamp(AT), LATER];
  const set = { is_hostname_up: false, down_since: began_at, down_cause: "http 503" };
  const { down_since: _, down_cause: __, ...rest } = revised(website, set);
  const down = revised(website, set);
  const up = revised(rest as typeof website, { is_hostname_up: true, down_until: ended_at });
  const open = { began_at, ended_at: null, cause: "http_5xx", technical: "http 503" };
  expect(await find(Website, { before: website, after: down })).toMatchObject([{ downtime: open }]);
  expect(await find(Website, { before: down, after: up })).toMatchObject([
    { type: "website.up", downtime: { ...open, ended_at } },
  ]);
  const paused = { ...up, paused_since: LATER };
  expect(await find(Website, { before: down, after: paused })).toMatchObject([
    { type: "website.paused", sequence: 3, downtime: { ...open, ended_at } },
  ]);
  const older = revised(website, { is_hostname_up: false });
  expect(await find(Website, { before: older, after: up })).toMatchObject([{ downtime: null }]);
});

test("a website that is paused or probed again makes that event and no other", async () => {
  const paused = revised(website, { paused_since: LATER });
  const unstable = { ...website, unstable_since: LATER };
  for (const before of [website, unstable]) {
    expect(await find(Website, { before, after: paused })).toMatchObject([
      { type: "website.paused", sequence: 2, downtime: null, data: { is_hostname_up: true } },
    ]);
  }
  const resumed = { ...website, revision: 3 };
  expect(await find(Website, { before: paused, after: resumed })).toMatchObject([
    { type: "website.resumed", sequence: 3 },
  ]);
  const { awaits_probe: _, ...probed } = website;
  expect(await find(Website, { before: website, after: { ...probed, revision: 2 } })).toEqual([]);
});

test("a website that becomes unstable, or stable, is told by that; with another host name, it is stable untold", async () => {
  const unstable = revised(website, { unstable_since: LATER });
  const { unstable_since: _, ...rest } = unstable;
  const stable = revised(rest as typeof website, {});
  expect(await find(Website, { before: website, after: unstable })).toMatchObject([
    { type: "website.unstable", sequence: 2, data: { is_hostname_up: true } },
  ]);
  expect(await find(Website, { before: unstable, after: stable })).toMatchObject([
    { type: "website.stable", sequence: 3 },
  ]);
  const moved = { ...stable, hostname: "example.org" };
  expect(await find(Website, { before: unstable, after: moved })).toMatchObject([
    { type: "website.updated", sequence: 3 },
  ]);
});

test("a competitor whose fields the service has filled was enriched, not updated", async () => {
  const filled = revised(competitor, { name: "Rival Ltd", enriched_at: LATER });
  expect(await find(Competitor, { before: competitor, after: filled })).toMatchObject([
    { type: "competitor.enriched", sequence: 2, data: { name: "Rival Ltd" } },
  ]);
  const named = revised(filled, { name: "Rival" });
  expect(await find(Competitor, { before: filled, after: named })).toMatchObject([
    { type: "competitor.updated", sequence: 3, data: { name: "Rival" } },
  ]);
});

test("an event about a business has its custom field values, as the API answers them", async () => {
  await makeCustomFields(estate.reseller, [{ name: "Region" }]);
  const { body } = await call("POST /v1/businesses", {
    key,
    query: { userUuid: estate.user },
    body: { ...businessBody, custom_fields: [{ Region: "North" }] },
  });
  const { uuid } = body.data;
  const record = await stored(Business.get({ reseller_uuid, uuid }).go());
  const resellers: string[] = [];
  const fields = async (reseller: string) => {
    resellers.push(reseller);
    const { data } = await CustomFields.get({ reseller_uuid: reseller }).go();
    return data?.fields ?? [];
  };
  const data = await asInTheApi("businesses/{business_uuid}", uuid);
  expect(await find(Business, { after: record }, fields)).toEqual([
    { type: "business.created", sequence: 1, ...customer, business_uuid: uuid, data },
  ]);
  const [value, ...values] = record.custom_field_values;
  const changed = [{ ...value, value: "South" }, ...values] as typeof record.custom_field_values;
  const after = revised(record, { custom_field_values: changed });
  expect(await find(Business, { before: record, after }, fields)).toMatchObject([
    { type: "business.updated", data: { custom_field_values: [{ value: "South" }] } },
  ]);
  expect(resellers).toEqual([reseller_uuid, reseller_uuid]);
  // A counter needs no fields.
  expect(
    await find(Business, { before: record, after: { ...record, website_sequence: 1 } }),
  ).toEqual([]);
});

test("onboarding, changing, suspending, resuming and deleting a user are events", async () => {
  const [shown] = (await call("GET /v1/users", { key })).body.data;
  expect(await find(User, { after: user })).toEqual([
    { type: "user.onboarded", sequence: 1, ...ofUser, data: shown },
  ]);
  const suspended = revised(user, { suspended_at: LATER, updated_at: LATER });
  const data = { ...shown, suspended_at: LATER, updated_at: LATER };
  expect(await find(User, { before: user, after: suspended })).toEqual([
    { type: "user.suspended", sequence: 2, ...ofUser, data },
  ]);
  const counted = { ...suspended, business_sequence: 9 };
  expect(await find(User, { before: suspended, after: counted })).toEqual([]);
  const renamed = revised(suspended, { first_name: "Grace" });
  expect(await find(User, { before: suspended, after: renamed })).toEqual([
    { type: "user.updated", sequence: 3, ...ofUser, data: { ...data, first_name: "Grace" } },
  ]);
  const resumed = revised(renamed, { suspended_at: undefined });
  const both = { ...data, first_name: "Grace", suspended_at: null };
  expect(await find(User, { before: renamed, after: resumed })).toEqual([
    { type: "user.resumed", sequence: 4, ...ofUser, data: both },
  ]);
  expect(await find(User, { before: suspended, after: resumed })).toMatchObject([
    { type: "user.resumed", sequence: 4 },
    { type: "user.updated", sequence: 4 },
  ]);
  expect(await find(User, { before: resumed })).toEqual([
    { type: "user.deleted", sequence: 5, ...ofUser, data: both },
  ]);
});

test("writing a feed item is an event, its expiry is not", async () => {
  const place = { reseller_uuid, business_uuid: estate.business, website_uuid: estate.website };
  // Long enough to be stored compressed.
  const url = `https://example.com/${"x".repeat(280)}`;
  const finding = { uuid: newUuid(), code: "missing_h1", severity: "info", subject: url };
  const details = [{ ...finding, pages_count: 1, pages: [url], is_new: true }];
  const counts = { headings_count: 1, new_headings_count: 1, pages_checked_count: 1 };
  await makeFeedItem(place, { type: "headings", data: { ...counts, details } });
  const item = await stored(FeedItem.get({ ...place, sequence: 0 }).go());
  const query = { businessUuid: estate.business, websiteUuid: estate.website };
  const [data] = (await call("GET /v1/feed-items", { key, query })).body.data;
  expect(await find(FeedItem, { after: item })).toEqual([
    { type: "feed_item.created", sequence: 1, ...customer, user_uuid: null, data },
  ]);
  expect(await find(FeedItem, { before: item, after: { ...item, status: "error" } })).toEqual([]);
  expect(await find(FeedItem, { before: item })).toEqual([]);
});

test("findings that an audit opened, reopened and resolved are one event, without ignored ones", async () => {
  const record = await stored(
    WebsiteFindings.get({ ...owned, uuid: estate.website }).go({ consistent: true }),
  );
  const [open] = record.findings as [KeptFinding];
  const { uuid, type, code, severity, subject } = open;
  const shown = { uuid, type, code, severity, subject };
  const opened = await find(WebsiteFindings, { after: record });
  expect(opened).toMatchObject([
    {
      type: "website.findings_changed",
      sequence: 1,
      business_uuid: estate.business,
      data: { website_uuid: estate.website, opened_count: 1, opened: [shown], resolved: [] },
    },
  ]);
  const later = (finding: KeptFinding, more = {}) =>
    revised(record, { findings: [finding], ...more });
  const before = record;
  expect(
    await find(WebsiteFindings, { before, after: later({ ...open, pages_count: 9 }) }),
  ).toEqual([]);
  const resolved = { ...open, resolved_at: LATER };
  const after = later(resolved, { changed_at: LATER });
  const [event] = await find(WebsiteFindings, { before, after });
  expect(event?.data).toMatchObject({ opened_count: 0, resolved_count: 1, resolved: [shown] });
  expect(event?.data["url"]).toContain(`websiteUuid=${estate.website}&since=2026-11-22T09%3A31`);
  expect(event?.data.uuid).not.toBe(opened[0]?.data.uuid);
  expect(await find(WebsiteFindings, { before, after })).toEqual([event]);
  expect(await find(WebsiteFindings, { before: after, after: later(open) })).toMatchObject([
    { data: { opened_count: 1 } },
  ]);
  expect(await find(WebsiteFindings, { before, after: revised(record, { findings: [] }) })).toEqual(
    [],
  );
});

test("more findings than fit into an event are told by their number", async () => {
  const record = await stored(WebsiteFindings.get({ ...owned, uuid: estate.website }).go());
  const [open] = record.findings as [KeptFinding];
  const findings = Array.from({ length: 1000 }, (_, at) => ({ ...open, uuid: `${at}` }));
  const [event] = await find(WebsiteFindings, { after: { ...record, findings } });
  expect(event?.data).toMatchObject({ opened_count: 1000, opened: null, resolved: null });
});

test("disabling a webhook and each requested test are events", async () => {
  const [data] = (await call("GET /v1/webhooks", { key })).body.data;
  const disabled = { ...webhook, disabled_at: LATER, disabled_reason: "gone" };
  expect(await find(Webhook, { before: webhook, after: disabled })).toEqual([
    { type: "webhook.disabled", sequence: Date.parse(LATER) / 1000, ...ofNobody, data },
  ]);
  const tested = { ...webhook, test_count: 3 };
  expect(await find(Webhook, { before: { ...webhook, test_count: 2 }, after: tested })).toEqual([
    { type: "webhook.test", sequence: 3, ...ofNobody, data },
  ]);
  const { test_count: _, ...older } = webhook;
  const first = readChange(
    changeOf(Webhook, { before: webhook, after: { ...webhook, test_count: 1 } }),
  );
  expect(await eventsOf({ ...first, before: older }, noFields)).toMatchObject([{ sequence: 1 }]);
  for (const images of [
    { after: webhook },
    { before: webhook },
    { before: disabled, after: webhook },
    { before: disabled, after: { ...disabled, secret_generation: 2 } },
  ]) {
    expect(await find(Webhook, images)).toEqual([]);
  }
});

test("the same change has the same id, and each other change another", async () => {
  const after = revised(website, { is_hostname_up: false, hostname: "example.org" });
  const changes = [
    { after: website },
    { before: website, after },
    { before: website },
    { before: after },
    { after: { ...website, uuid: newUuid() } },
    { after: { ...website, reseller_uuid: newUuid() } },
  ];
  const idsOf = async (at: Date) => {
    const events = changes.map((images) =>
      eventsOf(readChange(changeOf(Website, { ...images, at })), noFields),
    );
    return (await Promise.all(events)).flat().map(({ id }) => id);
  };
  const ids = await idsOf(AT);
  expect(new Set(ids).size).toBe(changes.length + 1);
  expect(await idsOf(new Date())).toEqual(ids);
});

test("every type of the catalogue is an event of some change above", () => {
  expect([...met].toSorted()).toEqual(eventTypes.toSorted());
});
