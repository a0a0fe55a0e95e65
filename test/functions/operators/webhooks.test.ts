import { beforeEach, describe, expect, test } from "vitest";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { usualEvents } from "../../../shared/webhooks/catalogue.ts";
import { changeHealth, failed, findHealth } from "../../../shared/webhooks/health.ts";
import { call } from "../../support/api.ts";
import { invalid } from "../../support/expected.ts";
import { makeReseller, makeWebhook, type TestReseller } from "../../support/factories.ts";
import { run, TIMESTAMP } from "./run.ts";

const HEALTHY = {
  endpoint: "https://hooks.example.com/in",
  events: [...usualEvents],
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  next_attempt_at: null,
};
const DISABLED = {
  ...HEALTHY,
  enabled: false,
  disabled_at: expect.stringMatching(TIMESTAMP),
  disabled_reason: "operator",
};
const FAILING_SINCE = "2026-11-20T09:30:00+00:00";

let reseller: TestReseller;
let uuid: string;

beforeEach(async () => {
  reseller = await makeReseller();
  uuid = await makeWebhook(reseller);
});

const own = () => ({ reseller_uuid: reseller.uuid, uuid });

async function fail() {
  await changeHealth(own(), failed(own(), new Date(FAILING_SINCE)));
}

describe("webhook disable", () => {
  test("records that an operator did it, and stops all deliveries", async () => {
    await fail();
    expect(await run("webhook disable", { uuid })).toEqual({ ...DISABLED, uuid });
    expect(await findHealth(own())).toBeUndefined();
  });

  test("takes over a disabled webhook, which then only an operator can enable", async () => {
    const disabled_at = FAILING_SINCE;
    await Webhook.patch(own()).set({ disabled_at, disabled_reason: "gone" }).go();
    const disabled = { disabled_at, disabled_reason: "operator" };
    expect(await run("webhook disable", { uuid })).toMatchObject(disabled);
    expect(await run("webhook disable", { uuid })).toMatchObject(disabled);
    const ENABLE = "POST /v1/webhooks/{webhook_uuid}/enable";
    const { key } = reseller;
    expect(await call(ENABLE, { key, uuid })).toEqual(
      invalid({ disabled_reason: { options: "Only the provider can enable this webhook" } }),
    );
    expect((await Webhook.get(own()).go()).data).toMatchObject(disabled);
    expect(await run("webhook enable", { uuid })).toMatchObject({ enabled: true });
    expect(await call(ENABLE, { key, uuid })).toMatchObject({ status: 200 });
  });
});

describe("webhook enable", () => {
  test("sends pending deliveries now, and forgets the failures", async () => {
    await fail();
    await run("webhook disable", { uuid });
    const enabled = { ...HEALTHY, uuid, next_attempt_at: expect.stringMatching(TIMESTAMP) };
    expect(await run("webhook enable", { uuid })).toEqual(enabled);
    expect(await run("webhook enable", { uuid })).toEqual(enabled);
    expect(await findHealth(own())).not.toHaveProperty("failing_since");
  });
});
