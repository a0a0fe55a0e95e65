import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import type { WebhookKey } from "../../../shared/webhooks/delivery.ts";
import { claimed, dueBy } from "../../../shared/webhooks/health.ts";
import { replayDelivery } from "../../../shared/webhooks/replay.ts";
import {
  changeHealth,
  changeWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  requestTestEvent,
} from "../../../shared/webhooks/webhook.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { failRequests, interceptRequests } from "../../support/interceptRequests.ts";

const SOON = "2026-11-20T12:00:00+00:00";
const LATER = "2026-11-20T12:05:00+00:00";

let key: { reseller_uuid: string; uuid: string };
let log: WebhookKey;

beforeEach(async () => {
  const reseller = await makeReseller();
  key = { reseller_uuid: reseller.uuid, uuid: await makeWebhook(reseller) };
  log = { reseller_uuid: key.reseller_uuid, webhook_uuid: key.uuid };
});

/** Does something once, just before the first request with this command. */
function before(wanted: string, act: () => Promise<unknown>) {
  let isDone = false;
  const end = interceptRequests(async (command) => {
    if (command !== wanted || isDone) return;
    isDone = true;
    await act();
  });
  onTestFinished(end);
}

describe("a webhook", () => {
  test("that has changed since it was read is decided on again", async () => {
    const seen: WebhookRecord[] = [];
    await changeWebhook(key, async (result) => {
      seen.push(result);
      if (seen.length === 1) await changeWebhook(key, () => ({ secret_generation: 4 }));
      return { updated_at: LATER };
    });
    expect(seen).toHaveLength(2);
    expect(seen[1]).toMatchObject({ secret_generation: 4 });
    expect(await getWebhook(key)).toMatchObject({ secret_generation: 4, updated_at: LATER });
  });

  test("is changed once if an answer of the table is lost", async () => {
    for (const number of [1, 2]) {
      const end = failRequests((each) => each === number, "lost");
      await requestTestEvent(key);
      expect(end()).toHaveLength(3);
      expect(await getWebhook(key)).toMatchObject({ test_count: number });
    }
  });

  test("that is disabled keeps its time, and its reason unless an operator disables it", async () => {
    await disableWebhook(key, { reason: "failing", now: new Date(SOON) });
    await disableWebhook(key, { reason: "gone", now: new Date(LATER) });
    const { data: failing } = await Webhook.get(key).go();
    expect(failing).toMatchObject({ disabled_at: SOON, disabled_reason: "failing" });
    await disableWebhook(key, { reason: "operator", now: new Date(LATER) });
    const { data: operated } = await Webhook.get(key).go();
    expect(operated).toMatchObject({ disabled_at: SOON, disabled_reason: "operator" });
  });

  test("that is enabled while an operator disables it is disabled", async () => {
    await disableWebhook(key, { reason: "failing", now: new Date(SOON) });
    before("TransactWrite", () => enableWebhook(key));
    await disableWebhook(key, { reason: "operator", now: new Date(LATER) });
    expect(await getWebhook(key)).toMatchObject({
      disabled_at: LATER,
      disabled_reason: "operator",
    });
  });

  test("that is enabled while a retrier claims it leaves the retrier its claim", async () => {
    const health = claimed({ due_at: SOON }, new Date());
    before("TransactWrite", () => changeHealth(key, () => health));
    await enableWebhook(key);
    const { claimed_until } = health;
    expect((await getWebhook(key)).health).toMatchObject({ claimed_until });
  });

  test("that is disabled meanwhile has nothing due", async () => {
    before("Put", () => disableWebhook(key, { reason: "gone", now: new Date(SOON) }));
    expect(await changeHealth(key, dueBy(SOON))).toBeUndefined();
    expect(await getWebhook(key)).not.toHaveProperty("health");
  });

  test("that is deleted meanwhile gets no delivery again", async () => {
    const { uuid } = await makeDelivery(log);
    before("TransactWrite", () => Webhook.delete(key).go());
    await expect(replayDelivery(log, uuid)).rejects.toThrow(RecordNotFound);
  });
});
