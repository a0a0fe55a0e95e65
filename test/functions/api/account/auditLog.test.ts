import type { DynamoDBRecord } from "aws-lambda";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { handler as changes } from "../../../../functions/workers/changes/index.ts";
import { removals } from "../../../../functions/workers/cleanup/removals.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { changeListed, noteRemover } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { identifyApiKey } from "../../../../shared/platform/apiKey.ts";
import { changeReportMails } from "../../../../shared/reports/reportMails.ts";
import { actingAs } from "../../../../shared/vocabulary/actor.ts";
import { call } from "../../../support/api.ts";
import { cursorAt, invalid, lastPage, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import {
  addressBody,
  type Estate,
  makeEstate,
  makeKey,
  makeReseller,
  onboardingBody,
  windowBody,
} from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { recordStream } from "../../../support/recordStream.ts";

const LOG = "GET /v1/account/audit-log";

interface Entry {
  action: string;
  actor: { type: string; uuid: string | null; name: string | null };
  record: { type: string; uuid: string };
  cause: unknown;
  changed_fields: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

async function readLog(key: string, query: Record<string, string> = {}): Promise<Entry[]> {
  const { status, body } = await call(LOG, { key, query: { per_page: "100", ...query } });
  expect(status).toBe(200);
  expect(body.meta.next_page_url).toBeNull();
  return body.data;
}

/** Does some work and what the dispatcher does with the stream of it, and returns that. */
async function follow(work: () => Promise<unknown>): Promise<DynamoDBRecord[]> {
  const Records = await recordStream(work);
  expect(await changes({ Records })).toEqual({ batchItemFailures: [] });
  return Records;
}

const inShort = ({ action, actor, record }: Entry) => `${action} ${record.uuid} by ${actor.type}`;

test("an entry says who changed what, when and from where", async () => {
  const estate = await makeEstate();
  const { reseller, website: uuid } = estate;
  const { key } = reseller;
  const sourceIp = "203.0.113.7";
  const body = { hostname: "moved.example.com" };
  await follow(() => call("PATCH /v1/websites/{website_uuid}", { key, uuid, body, sourceIp }));
  await follow(() => call("DELETE /v1/websites/{website_uuid}", { key, uuid }));
  const common = {
    uuid: UUID,
    created_at: TIMESTAMP,
    actor: { type: "key", uuid: identifyApiKey(key).uuid, name: "test" },
    user_agent: "test",
    request_id: UUID,
    record: { type: "website", uuid },
    cause: null,
  };
  const data = [
    {
      ...common,
      action: "website.deleted",
      ip: "127.0.0.1",
      changed_fields: ["hostname", "business_uuid"],
      before: null,
      after: null,
    },
    {
      ...common,
      action: "website.updated",
      ip: sourceIp,
      changed_fields: ["hostname"],
      before: null,
      after: null,
    },
  ];
  expect(await call(LOG, { key })).toEqual(ok({ data, meta: lastPage }));
});

test("a change that comes twice or late is one entry", async () => {
  const { reseller, website: uuid } = await makeEstate();
  const { key } = reseller;
  const patch = (hostname: string) =>
    call("PATCH /v1/websites/{website_uuid}", { key, uuid, body: { hostname } });
  const Records = await recordStream(async () => {
    await patch("one.example.com");
    await patch("two.example.com");
  });
  await changes({ Records: Records.toReversed() });
  await changes({ Records });
  const log = await readLog(key);
  expect(log.map(({ changed_fields }) => changed_fields)).toEqual([["hostname"], ["hostname"]]);
});

test("what the service removes with a deleted record names no key, but that record", async () => {
  const { reseller, user, business, website, competitor } = await makeEstate();
  const { key, uuid: reseller_uuid } = reseller;
  await follow(() => call("DELETE /v1/businesses/{business_uuid}", { key, uuid: business }));
  await follow(async () => {
    for await (const _ of removals.business({ reseller_uuid, uuid: business })) {
      // Until nothing is left.
    }
  });
  const log = await readLog(key);
  expect(log.map(inShort).toSorted()).toEqual([
    `business.deleted ${business} by key`,
    `competitor.deleted ${competitor} by service`,
    `website.deleted ${website} by service`,
  ]);
  const cause = { type: "business", uuid: business };
  const caused = log.filter(({ actor }) => actor.type === "service");
  expect(caused.map((entry) => [entry.actor, entry.cause])).toEqual(
    caused.map(() => [{ type: "service", uuid: null, name: null }, cause]),
  );
  expect(await readLog(key, { record: user })).toEqual([]);
});

test("what checks measure, counters and the use of a key are no entries", async () => {
  const { reseller, website, webhook, business } = await makeEstate();
  const { key, uuid: reseller_uuid } = reseller;
  const Records = await follow(async () => {
    await changeListed(websites, { reseller_uuid, uuid: website }, () => ({
      set: { is_hostname_up: false, down_since: "2026-11-22T09:30:00+00:00" },
    }));
    await call("POST /v1/webhooks/{webhook_uuid}/test", { key, uuid: webhook });
    await call("GET /v1/plans", { key: await makeKey(reseller_uuid, { name: "unused" }) });
  });
  expect(Records.length).toBeGreaterThan(2);
  expect((await readLog(key)).map(({ action }) => action)).toEqual(["api_key.created"]);
  expect(await readLog(key, { record: business })).toEqual([]);
});

test("a deletion that dies before the removal leaves no name on what follows", async () => {
  const { reseller, website: uuid } = await makeEstate();
  const { key, uuid: reseller_uuid } = reseller;
  // A function that dies between the note and the removal.
  await follow(() =>
    actingAs({ type: "key", name: "dead" }, () => noteRemover(Website, { reseller_uuid, uuid })),
  );
  expect(await readLog(key)).toEqual([]);
  const body = { hostname: "alive.example.com" };
  await follow(() => call("PATCH /v1/websites/{website_uuid}", { key, uuid, body }));
  await follow(() => Website.delete({ reseller_uuid, uuid }).go());
  expect((await readLog(key)).map(inShort)).toEqual([
    `website.deleted ${uuid} by service`,
    `website.updated ${uuid} by key`,
  ]);
});

test("a deletion that failed long ago does not name its key in a later one", async () => {
  const { reseller, website: uuid } = await makeEstate();
  const { key, uuid: reseller_uuid } = reseller;
  await actingAs({ type: "key", name: "dead" }, () =>
    noteRemover(Website, { reseller_uuid, uuid }),
  );
  const Records = await recordStream(() => Website.delete({ reseller_uuid, uuid }).go());
  const later = Math.floor(Date.now() / 1000) + 120;
  for (const { dynamodb = {} } of Records) dynamodb.ApproximateCreationDateTime = later;
  await changes({ Records });
  const log = await readLog(key);
  expect(log.map(inShort)).toEqual([`website.deleted ${uuid} by service`]);
});

test("a change of a user's report mails makes an entry, a change of their due time makes none", async () => {
  const { reseller, user: uuid } = await makeEstate();
  const { key, uuid: reseller_uuid } = reseller;
  const unsubscribed_at = "2026-01-31T09:30:00+00:00";
  const change = (to: Parameters<typeof changeReportMails>[1]) =>
    changeReportMails({ reseller_uuid, uuid }, to);
  await follow(async () => {
    await change(() => ({}));
    await change(() => ({ unsubscribed_at }));
    await change(() => ({ unsubscribed_at: undefined }));
    const route = "PATCH /v1/users/{user_uuid}/report-mails";
    await call(route, { key, uuid, body: { frequency: "weekly" } });
  });
  const log = await readLog(key, { record: uuid });
  expect(log.map((entry) => [inShort(entry), entry.changed_fields])).toEqual([
    [`report_mails.updated ${uuid} by key`, ["frequency"]],
    [`report_mails.resubscribed ${uuid} by service`, ["unsubscribed_at"]],
    [`report_mails.unsubscribed ${uuid} by service`, ["unsubscribed_at"]],
  ]);
});

test("of two keys that delete a record at once, the log names one that was told so", async () => {
  const { reseller, competitor: uuid } = await makeEstate();
  const keys = [reseller.key, await makeKey(reseller.uuid, { name: "other" })];
  const answers: number[] = [];
  const Records = await recordStream(async () => {
    await Promise.all(
      keys.map(async (key, index) => {
        const { status } = await call("DELETE /v1/competitors/{competitor_uuid}", { key, uuid });
        answers[index] = status;
      }),
    );
  });
  await changes({ Records });
  expect(answers.toSorted()).toEqual([200, 404]);
  const [entry] = await readLog(reseller.key, { action: "competitor.deleted" });
  const winner = keys[answers.indexOf(200)] ?? "";
  expect(entry?.actor.uuid).toBe(identifyApiKey(winner).uuid);
});

describe("the list", () => {
  let estate: Estate;
  let key: string;
  let other: string;
  const products = Array.from({ length: 50 }, (_, number) => `Product number ${number}`);

  beforeAll(async () => {
    estate = await makeEstate();
    key = estate.reseller.key;
    other = await makeKey(estate.reseller.uuid, { name: "other" });
    await follow(async () => {
      const { user, business, website, webhook, finding, maintenance_window } = estate;
      const users = "PATCH /v1/users/{user_uuid}";
      await call(users, { key, uuid: user, body: { suspended: true } });
      await call(users, { key, uuid: user, body: { suspended: false } });
      await call(users, { key: other, uuid: user, body: { first_name: "Grace" } });
      await call("PATCH /v1/businesses/{business_uuid}", {
        key,
        uuid: business,
        body: { products },
      });
      const address = "PATCH /v1/businesses/{business_uuid}/address";
      await call(address, { key, uuid: business, body: addressBody });
      const words = "PATCH /v1/businesses/{business_uuid}/known-words";
      await call(words, { key, uuid: business, body: { words: ["Bonzqit"] } });
      const body = { status: "ignored", note: "Our name" };
      await call("PATCH /v1/findings/{finding_uuid}", { key, uuid: finding, body });
      await call("PATCH /v1/findings/{finding_uuid}", {
        key,
        uuid: finding,
        body: { status: "open" },
      });
      const windows = "POST /v1/websites/{website_uuid}/maintenance-windows";
      await call(windows, { key, uuid: website, body: windowBody });
      await call(
        "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
        { key, uuid: { website_uuid: website, maintenance_window_uuid: maintenance_window } },
      );
      await call("POST /v1/webhooks/{webhook_uuid}/secret/rotate", { key, uuid: webhook });
      await call("DELETE /v1/webhooks/{webhook_uuid}", { key, uuid: webhook });
      await call("POST /v1/onboarding", { key, body: onboardingBody() });
    });
  });

  test("has every kind of change, newest first", async () => {
    const actions = (await readLog(key)).map(({ action }) => action);
    // The records of an onboarding are made at once.
    expect(actions.slice(0, 3).toSorted()).toEqual([
      "business.created",
      "user.onboarded",
      "website.created",
    ]);
    expect(actions.slice(3)).toEqual([
      "webhook.deleted",
      "webhook.secret_rotated",
      "maintenance_window.deleted",
      "maintenance_window.created",
      "finding.opened",
      "finding.ignored",
      ...Array(3).fill("business.updated"),
      "user.updated",
      "user.resumed",
      "user.suspended",
    ]);
  });

  test("can be filtered by actor, action and record", async () => {
    const { uuid } = identifyApiKey(other);
    expect((await readLog(key, { actor: uuid })).map(({ action }) => action)).toEqual([
      "user.updated",
    ]);
    expect(await readLog(key, { actor: "operator" })).toEqual([]);
    const suspended = await readLog(key, { action: "user.suspended" });
    expect(suspended.map(({ changed_fields }) => changed_fields)).toEqual([["suspended_at"]]);
    const ofUser = await readLog(key, { record: estate.user.toUpperCase() });
    expect(ofUser).toHaveLength(3);
  });

  test("can be limited to a time", async () => {
    const all = await readLog(key);
    expect(await readLog(key, { since: "2026-01-31T09:30:00+00:00" })).toEqual(all);
    const later = new Date(Date.now() + 3600_000).toISOString();
    expect(await readLog(key, { since: later })).toEqual([]);
    expect(await readLog(key, { since: "9999-12-31T23:59:59+00:00" })).toEqual([]);
  });

  test.each<Record<string, string>>([{}, { actor: "key" }])("has pages with %j", async (filter) => {
    const all = await readLog(key);
    const seen: Entry[] = [];
    let query: Record<string, string> | undefined = { ...filter, per_page: "5" };
    while (query) {
      const { body } = await call(LOG, { key, query });
      seen.push(...body.data);
      const next: string | null = body.meta.next_page_url;
      query = next === null ? undefined : Object.fromEntries(new URL(next).searchParams);
    }
    expect(seen).toEqual(all);
  });

  test("is read with one query a page, at any depth", async () => {
    let queries = 0;
    onTestFinished(
      interceptRequests((command) => {
        if (command === "Query") queries += 1;
      }),
    );
    const { body } = await call(LOG, { key, query: { per_page: "5" } });
    const query = Object.fromEntries(new URL(body.meta.next_page_url).searchParams);
    queries = 0;
    expect((await call(LOG, { key, query })).body.data).toHaveLength(5);
    expect(queries).toBe(1);
  });

  test("goes on where a search ended early", async () => {
    // As if each entry took a megabyte.
    const end = interceptRequests((command, input) => {
      if (command === "Query") input["Limit"] = 1;
    });
    onTestFinished(end);
    const first = await call(LOG, { key, query: { action: "user.suspended" } });
    expect(first.body.data).toEqual([]);
    const query = Object.fromEntries(new URL(first.body.meta.next_page_url).searchParams);
    const { body } = await call(LOG, { key, query });
    expect(body.data.map(({ action }: Entry) => action)).toEqual(["user.suspended"]);
  });

  test("takes another reseller's cursor for a place of its own", async () => {
    const { key: stranger } = await makeReseller();
    const { body } = await call(LOG, { key, query: { per_page: "1" } });
    const query = Object.fromEntries(new URL(body.meta.next_page_url).searchParams);
    expect((await call(LOG, { key: stranger, query })).body).toEqual({
      data: [],
      meta: { per_page: 1, next_page_url: null },
    });
    for (const time of ["", "2026-01-31T09:30:00+00:00", "z"]) {
      const cursor = cursorAt(`${time}#${estate.user}`);
      const { status, body } = await call(LOG, { key, query: { cursor } });
      expect([status, body.data]).toEqual([200, time === "z" ? await readLog(key) : []]);
    }
  });

  test.each([
    [{ actor: "jane" }, "actor", "options"],
    [{ action: "website.moved" }, "action", "options"],
    [{ record: "1" }, "record", "format"],
    [{ cursor: cursorAt("2026-01-31T09:30:00+00:00#1") }, "cursor", "format"],
    [{ since: "yesterday" }, "since", "format"],
  ])("refuses %j", async (query, field, rule) => {
    const text = expect.any(String);
    expect(await call(LOG, { key, query: query as Record<string, string> })).toEqual(
      invalid({ [field]: { [rule]: text } }),
    );
  });
});
