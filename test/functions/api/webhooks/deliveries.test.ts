import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Delivery, type DeliveryRecord } from "../../../../shared/entities/delivery.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { eventTypes } from "../../../../shared/webhooks/catalogue.ts";
import type { WebhookKey } from "../../../../shared/webhooks/delivery.ts";
import { call } from "../../../support/api.ts";
import { makeDelivery } from "../../../support/deliveries.ts";
import { cursorAt, invalid, notFound, ok } from "../../../support/expected.ts";
import { makeEstate, makeReseller, makeWebhook } from "../../../support/factories.ts";

const LIST = "GET /v1/webhooks/{webhook_uuid}/deliveries";
const FETCH = "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}";

let key: string;
let webhook: WebhookKey;

beforeEach(async () => {
  const reseller = await makeReseller();
  key = reseller.key;
  webhook = { reseller_uuid: reseller.uuid, webhook_uuid: await makeWebhook(reseller) };
});

function list(query: Record<string, string> = {}) {
  return call(LIST, { key, uuid: webhook.webhook_uuid, query });
}

function fetchOne(delivery_uuid: string, webhook_uuid = webhook.webhook_uuid) {
  return call(FETCH, { key, uuid: { webhook_uuid, delivery_uuid } });
}

/** A delivery as the list shows it. */
function shown(delivery: DeliveryRecord) {
  const { uuid, event_id, event_type, status, attempts, created_at, updated_at } = delivery;
  const next_attempt_at = delivery.next_attempt_at ?? null;
  const type = event_type;
  const times = { next_attempt_at, created_at, updated_at };
  const website_uuid = type.startsWith("website.") ? JSON.parse(delivery.body).data.uuid : null;
  return { uuid, event_id, type, website_uuid, about: null, status, attempts, ...times };
}

describe(LIST, () => {
  test("is empty before anything was sent", async () => {
    const meta = { per_page: 20, next_page_url: null };
    expect(await list()).toEqual(ok({ data: [], meta }));
  });

  test("shows deliveries, newest first, without their bodies", async () => {
    const error = { status: null, error: "timeout" as const, duration_ms: 15_000, response: "" };
    const at = "2026-01-31T09:30:00+00:00";
    const created = [
      await makeDelivery(webhook),
      await makeDelivery(webhook, {
        status: "pending",
        attempts: [{ at, ...error }],
        next_attempt_at: at,
      }),
      await makeDelivery(webhook, { status: "failed", event_type: "website.down" }),
    ];
    const data = created.toReversed().map(shown);
    expect(await list()).toEqual(ok({ data, meta: { per_page: 20, next_page_url: null } }));
  });

  test("names the website or business that an event is about", async () => {
    const estate = await makeEstate();
    const { uuid: reseller_uuid } = estate.reseller;
    const own = { reseller_uuid, webhook_uuid: await makeWebhook(estate.reseller) };
    const about = (event_type: string, data: object) =>
      makeDelivery(own, { event_type, body: JSON.stringify({ type: event_type, data }) });
    await about("webhook.test", { uuid: estate.webhook });
    await about("business.updated", { uuid: estate.business, name: "The Bakery" });
    await about("website.down", { uuid: estate.website, hostname: "former.example" });
    await about("website.findings_changed", { uuid: newUuid(), website_uuid: estate.website });
    const request = { key: estate.reseller.key, uuid: estate.website };
    const { hostname } = (await call("GET /v1/websites/{website_uuid}", request)).body.data;
    const query = { per_page: "4" };
    const { body } = await call(LIST, { ...request, uuid: own.webhook_uuid, query });
    expect(body.data).toMatchObject([
      { website_uuid: estate.website, about: hostname },
      { website_uuid: estate.website, about: "former.example" },
      { website_uuid: null, about: "The Bakery" },
      { website_uuid: null, about: null },
    ]);
  });

  test("has pages, with the filters in their URLs", async () => {
    const records: DeliveryRecord[] = [];
    for (let count = 0; count < 7; count += 1) {
      const status = count % 2 === 0 ? ("delivered" as const) : ("failed" as const);
      records.push(await makeDelivery(webhook, { status }));
    }
    const delivered = records.filter(({ status }) => status === "delivered").toReversed();
    const query = { per_page: "3", status: "delivered" };
    const first = await list(query);
    expect(first.body.data).toEqual(delivered.slice(0, 3).map(shown));
    const { pathname, searchParams } = new URL(first.body.meta.next_page_url);
    expect(pathname).toBe(`/v1/webhooks/${webhook.webhook_uuid}/deliveries`);
    const cursor = searchParams.get("cursor") ?? "";
    expect(Object.fromEntries(searchParams)).toEqual({ ...query, cursor });
    await makeDelivery(webhook);
    expect((await list({ ...query, cursor })).body).toEqual({
      data: delivered.slice(3).map(shown),
      meta: { per_page: 3, next_page_url: null },
    });
  });

  test("has nothing after a delivery that is no longer kept", async () => {
    await makeDelivery(webhook);
    const { status, body } = await list({
      cursor: cursorAt("00000000-0000-1000-8000-000000000000"),
    });
    expect([status, body.data]).toEqual([200, []]);
  });

  test("filters by status, by type and by both", async () => {
    const kinds = [
      { status: "delivered", event_type: "website.down" },
      { status: "failed", event_type: "website.down" },
      { status: "failed", event_type: "website.up" },
    ] as const;
    const deliveries: DeliveryRecord[] = [];
    for (const kind of [...kinds, ...kinds]) deliveries.push(await makeDelivery(webhook, kind));
    const status = "failed";
    const type = "website.down";
    const filters: Record<string, string>[] = [{ status }, { type }, { status, type }];
    for (const filter of filters) {
      const expected = deliveries.filter(
        (delivery) =>
          (filter["status"] ?? delivery.status) === delivery.status &&
          (filter["type"] ?? delivery.event_type) === delivery.event_type,
      );
      const { body } = await list(filter);
      expect(body.data).toEqual(expected.toReversed().map(shown));
    }
    expect((await list({ type: "user.suspended" })).body.data).toEqual([]);
  });

  test.each([
    [
      { status: "sent" },
      { status: { options: "Status must be one of pending, delivered, failed" } },
    ],
    [
      { type: "website.gone" },
      { type: { options: `Type must be one of ${eventTypes.join(", ")}` } },
    ],
    [{ per_page: "101" }, { per_page: { max: "Page size must be <= 100" } }],
  ] as [Record<string, string>, Record<string, Record<string, string>>][])(
    "refuses %j",
    async (query, errors) => {
      expect(await list(query)).toEqual(invalid(errors));
    },
  );

  test("begins 30 days ago", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T09:30:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    await makeDelivery(webhook, { at: new Date("2026-01-01T09:29:59Z") });
    await makeDelivery(webhook, { at: new Date("2026-01-01T09:29:59Z"), status: "failed" });
    const otherDelivery = await makeDelivery(webhook, { at: new Date("2026-01-01T09:30:00Z") });
    const today = await makeDelivery(webhook);
    const { body } = await list();
    expect(body.data).toEqual([today, otherDelivery].map(shown));
    expect((await list({ status: "failed" })).body.data).toEqual([]);
    vi.setSystemTime("2026-01-31T09:30:01Z");
    expect((await list()).body.data).toEqual([shown(today)]);
    vi.setSystemTime("2026-04-01T00:00:00Z");
    expect((await list()).body.data).toEqual([]);
  });
});

describe(FETCH, () => {
  test("shows a delivery with the body that is sent", async () => {
    const delivery = await makeDelivery(webhook);
    const data = { ...shown(delivery), body: JSON.parse(delivery.body) };
    expect(await fetchOne(delivery.uuid)).toEqual(ok({ data }));
    expect(data.body.type).toBe("website.updated");
  });

  test("shows an answer without control characters", async () => {
    const response = "\u001b[2J\u0000a\r\n\tb\u007f\u009bé😀";
    const attempt = { at: "2026-01-31T09:30:00+00:00", status: 500, error: null, duration_ms: 1 };
    const { uuid } = await makeDelivery(webhook, { attempts: [{ ...attempt, response }] });
    const shownText = " [2J a \n\tb  é😀";
    expect((await fetchOne(uuid)).body.data.attempts[0].response).toBe(shownText);
    expect((await list()).body.data[0].attempts[0].response).toBe(shownText);
  });

  test("answers 404 for a delivery of another webhook, an expired one and an unknown uuid", async () => {
    const delivery = await makeDelivery(webhook);
    const { data: other } = (
      await call("POST /v1/webhooks", {
        key,
        body: { hostname: "https://other.example.com" },
      })
    ).body;
    expect(await fetchOne(delivery.uuid, other.uuid)).toEqual(notFound("deliveries"));
    expect(await fetchOne(newUuid())).toEqual(notFound("deliveries"));
    const expires_epoch = Math.floor(Date.now() / 1000) - 1;
    await Delivery.put({ ...delivery, expires_epoch }).go();
    expect(await fetchOne(delivery.uuid)).toEqual(notFound("deliveries"));
  });
});
