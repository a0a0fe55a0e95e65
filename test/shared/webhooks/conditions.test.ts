import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import type { WebhookKey } from "../../../shared/webhooks/delivery.ts";
import { claimed, dueBy } from "../../../shared/webhooks/health.ts";
import { replayDelivery, requestReplay } from "../../../shared/webhooks/replay.ts";
import {
  changeHealth,
  changeWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
} from "../../../shared/webhooks/webhook.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

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
  test.each<Partial<WebhookRecord>>([
    { secret_generation: 4 },
    { test_count: 5 },
    { disabled_at: SOON },
    { disabled_reason: "operator" },
  ])("that has changed since it was read is decided on again: %j", async (since) => {
    const seen: WebhookRecord[] = [];
    await changeWebhook(key, async (found) => {
      seen.push(found);
      if (seen.length === 1) await Webhook.patch(key).set(since).go();
      return { set: { updated_at: LATER } };
    });
    expect(seen).toHaveLength(2);
    expect(seen[1]).toMatchObject(since);
    // And by the values that it has now.
    await changeWebhook(key, () => ({ set: { updated_at: SOON } }));
    expect(await getWebhook(key)).toMatchObject({ ...since, updated_at: SOON });
  });

  test.each<Partial<WebhookRecord>>([{ disabled_at: LATER }, { disabled_reason: "operator" }])(
    "whose disabling has changed is decided on again: %j",
    async (since) => {
      await Webhook.patch(key).set({ disabled_at: SOON, disabled_reason: "failing" }).go();
      let asked = 0;
      await changeWebhook(key, async () => {
        asked += 1;
        if (asked === 1) await Webhook.patch(key).set(since).go();
        return { set: { updated_at: LATER } };
      });
      expect(asked).toBe(2);
    },
  );

  test("that is disabled keeps its time, and its reason unless an operator disables it", async () => {
    await disableWebhook(key, { reason: "failing", now: new Date(SOON) });
    await disableWebhook(key, { reason: "gone", now: new Date(LATER) });
    const { data: failing } = await Webhook.get(key).go();
    expect(failing).toMatchObject({ disabled_at: SOON, disabled_reason: "failing" });
    await disableWebhook(key, { reason: "operator", now: new Date(LATER) });
    const { data: operated } = await Webhook.get(key).go();
    expect(operated).toMatchObject({ disabled_at: SOON, disabled_reason: "operator" });
  });

  test("that is enabled while an operator disables it gets no reason", async () => {
    await disableWebhook(key, { reason: "failing", now: new Date(SOON) });
    before("Update", () => Webhook.patch(key).remove(["disabled_at", "disabled_reason"]).go());
    await disableWebhook(key, { reason: "operator", now: new Date(LATER) });
    expect((await Webhook.get(key).go()).data).not.toHaveProperty("disabled_reason");
  });

  test("that is enabled while a retrier claims it leaves the retrier its claim", async () => {
    const health = claimed({ version: "", due_at: SOON }, new Date());
    before("TransactWrite", () => changeHealth(key, () => health));
    await enableWebhook(key);
    const { claimed_until } = health;
    expect((await getWebhook(key)).health).toMatchObject({ claimed_until });
  });

  test("that is disabled meanwhile has nothing due", async () => {
    before("Update", () => disableWebhook(key, { reason: "gone", now: new Date(SOON) }));
    expect(await changeHealth(key, dueBy(SOON))).toBeUndefined();
    expect(await getWebhook(key)).not.toHaveProperty("health");
  });

  test("that is deleted meanwhile gets no delivery again", async () => {
    const { uuid } = await makeDelivery(log);
    before("TransactWrite", () => Webhook.delete(key).go());
    await expect(replayDelivery(log, uuid)).rejects.toThrow(RecordNotFound);
  });

  test("that is deleted meanwhile gets no range again", async () => {
    before("TransactWrite", () => Webhook.delete(key).go());
    await expect(requestReplay(key, { since: new Date(SOON) })).rejects.toThrow(RecordNotFound);
  });
});
