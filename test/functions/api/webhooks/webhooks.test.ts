import { beforeEach, describe, expect, test } from "vitest";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { eventTypes } from "../../../../shared/webhooks/catalogue.ts";
import { newEvent } from "../../../../shared/webhooks/event.ts";
import { call } from "../../../support/api.ts";
import { invalid, notFound, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import { makeReseller, makeWebhook, type TestReseller } from "../../../support/factories.ts";
import { findHealth, makeFailing } from "../../../support/webhooks.ts";

const DELETE = "DELETE /v1/webhooks/{webhook_uuid}";
const ENDPOINT = "https://hooks.example.com/in?from=monitoring#here";

const FETCH = "GET /v1/webhooks/{webhook_uuid}";
/** The fields that GET of a webhook adds to those of the specification, for a healthy webhook. */
const HEALTHY = {
  format: "standard",
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
};
const USUAL = [
  ...["website.down", "website.up", "website.findings_changed", "user.onboarded"],
  "webhook.disabled",
];

let reseller: TestReseller;
let key: string;

beforeEach(async () => {
  reseller = await makeReseller();
  key = reseller.key;
});

function webhook(endpoint: string) {
  return { uuid: UUID, endpoint, created_at: TIMESTAMP, updated_at: TIMESTAMP };
}

function create(body: unknown) {
  return call("POST /v1/webhooks", { key, body });
}

describe("POST /v1/webhooks", () => {
  test.each([
    { body: { hostname: ENDPOINT } },
    { body: { endpoint: ENDPOINT } },
    { body: { hostname: "http://other.example", endpoint: ENDPOINT } },
  ])("makes the endpoint of $body", async ({ body }) => {
    const response = await create(body);
    const data = webhook(ENDPOINT);
    expect(response).toEqual(ok({ message: "Webhook created", success: true, data }));
    expect(response.body.data.updated_at).toBe(response.body.data.created_at);
    expect(await call("GET /v1/webhooks", { key })).toEqual(ok({ data: [response.body.data] }));
  });

  test.each([
    ["20 webhooks of a reseller", {}, 20],
    ["20 of a sandbox", { sandbox_of: newUuid() }, 20],
    ["as many as an operator has set", { max_webhooks: 300, sandbox_of: newUuid() }, 300],
  ])("accepts %s and no more", async (_, own, most) => {
    ({ key } = await makeReseller({ ...own, webhook_count: most - 1 }));
    const { data } = (await create({ hostname: ENDPOINT })).body;
    const max = `An account can have at most ${most} webhooks`;
    expect(await create({ hostname: ENDPOINT })).toEqual(invalid({ hostname: { max } }));
    expect(await create({ endpoint: ENDPOINT })).toEqual(invalid({ endpoint: { max } }));
    await call(DELETE, { key, uuid: data.uuid });
    expect(await create({ hostname: ENDPOINT })).toMatchObject({ status: 200 });
  });
});

describe("the events of a webhook", () => {
  test.each([[["website.down"]], [["website.up", "webhook.test"]], [[...eventTypes]]])(
    "can be %j",
    async (events) => {
      const { status, body } = await create({ endpoint: ENDPOINT, events });
      expect({ status, data: body.data }).toEqual({ status: 200, data: webhook(ENDPOINT) });
      const { body: fetched } = await call(FETCH, { key, uuid: body.data.uuid });
      expect(fetched.data).toEqual({ ...body.data, ...HEALTHY, events });
    },
  );

  test.each([{}, { events: [] }])("are the usual ones for %j", async (more) => {
    const { uuid } = (await create({ endpoint: ENDPOINT, ...more })).body.data;
    const { body } = await call(FETCH, { key, uuid });
    expect(body.data.events).toEqual(USUAL);
  });
});

describe("GET /v1/webhooks/{webhook_uuid}", () => {
  test("shows a webhook with its events", async () => {
    const { data } = (await create({ endpoint: ENDPOINT })).body;
    expect(await call(FETCH, { key, uuid: data.uuid })).toEqual(
      ok({ data: { ...data, ...HEALTHY, events: USUAL } }),
    );
  });

  test("shows since when its endpoint fails, and why it was disabled", async () => {
    const uuid = await makeWebhook(reseller);
    const disabled = { disabled_at: "2026-01-31T09:30:00+00:00", disabled_reason: "failing" };
    const failing_since = "2026-01-26T09:30:00+00:00";
    const own = { reseller_uuid: reseller.uuid, uuid };
    await makeFailing(own, new Date(failing_since));
    await Webhook.patch(own).set(disabled).go();
    const { body } = await call(FETCH, { key, uuid });
    expect(body.data).toMatchObject({ uuid, ...disabled, failing_since });
  });
});

describe("POST /v1/webhooks/{webhook_uuid}/test", () => {
  const TEST = "POST /v1/webhooks/{webhook_uuid}/test";

  test("adds 1 to `test_count`, and answers with the id of the test event", async () => {
    const uuid = await makeWebhook(reseller);
    const own = { reseller_uuid: reseller.uuid, uuid };
    for (const sequence of [1, 2]) {
      const type = "webhook.test" as const;
      const { id } = newEvent(reseller.uuid, { type, timestamp: "", sequence, data: { uuid } });
      expect(await call(TEST, { key, uuid })).toEqual(
        ok({ message: "Test event requested", success: true, data: { event_id: id } }),
      );
      expect((await Webhook.get(own).go()).data).toMatchObject({ test_count: sequence });
    }
  });
});

describe("POST /v1/webhooks/{webhook_uuid}/enable", () => {
  const ENABLE = "POST /v1/webhooks/{webhook_uuid}/enable";

  test("enables a webhook and has what waits sent", async () => {
    const uuid = await makeWebhook(reseller);
    const own = { reseller_uuid: reseller.uuid, uuid };
    const disabled_at = "2026-01-31T09:30:00+00:00";
    await Webhook.patch(own).set({ disabled_at, disabled_reason: "gone" }).go();
    const response = await call(ENABLE, { key, uuid });
    const data = { ...webhook("https://hooks.example.com/in"), ...HEALTHY, events: USUAL };
    expect(response).toEqual(ok({ message: "Webhook enabled", success: true, data }));
    expect((await call(FETCH, { key, uuid })).body.data).toEqual(response.body.data);
    const { data: stored } = await Webhook.get(own).go();
    expect(stored).not.toHaveProperty("disabled_at");
    expect(await findHealth(own)).toMatchObject({ due_at: TIMESTAMP });
  });

  test("forgets the failures of an enabled webhook, and changes nothing else", async () => {
    const uuid = await makeWebhook(reseller);
    const own = { reseller_uuid: reseller.uuid, uuid };
    const before = (await call(FETCH, { key, uuid })).body.data;
    await makeFailing(own, new Date("2099-01-31T09:30:00Z"));
    expect((await call(ENABLE, { key, uuid })).body.data).toEqual(before);
    const health = await findHealth(own);
    expect(health?.due_at).toEqual(TIMESTAMP);
    expect(health).not.toHaveProperty("failing_since");
    expect(health).not.toHaveProperty("is_open");
  });
});

describe("GET /v1/webhooks", () => {
  test("lists the reseller's webhooks, oldest first", async () => {
    const uuids = [await makeWebhook(reseller), await makeWebhook(reseller)];
    await makeWebhook(await makeReseller());
    const data = uuids.map((uuid) => ({ ...webhook("https://hooks.example.com/in"), uuid }));
    expect(await call("GET /v1/webhooks", { key })).toEqual(ok({ data }));
  });
});

describe("DELETE /v1/webhooks/{webhook_uuid}", () => {
  test("deletes a webhook, and answers 404 the second time", async () => {
    const uuid = await makeWebhook(reseller);
    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: "Webhook deleted" }),
    );
    expect(await call(DELETE, { key, uuid })).toEqual(notFound("webhooks"));
    expect(await call("GET /v1/webhooks", { key })).toEqual(ok({ data: [] }));
  });
});
