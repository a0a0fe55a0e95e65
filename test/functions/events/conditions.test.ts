import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { CallTools } from "../../../functions/events/deliveries/callEndpoint.ts";
import { changeDeliveries } from "../../../functions/events/deliveries/changeDeliveries.ts";
import type { WebhookKey } from "../../../functions/events/deliveries/deliveryPlaces.ts";
import { takeLogSequences } from "../../../functions/events/deliveries/recordDeliveries.ts";
import { findHealth, laneWrite, replaceLane } from "../../../functions/events/lane.ts";
import { replayDelivery, replayRange } from "../../../functions/events/replay.ts";
import { workOffLane } from "../../../functions/events/retrier/workOffLane.ts";
import { changeWebhook, disableWebhook, getWebhook } from "../../../functions/events/webhook.ts";
import { Delivery, type DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { DeliveryCounter } from "../../../shared/entities/deliveryCounter.ts";
import { DeliveryLane, type DeliveryLaneRecord } from "../../../shared/entities/deliveryLane.ts";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../../shared/errors.ts";
import { transactIfTrue } from "../../../shared/table/transact.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { standingClock } from "../../support/webhooks.ts";

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

describe("a delivery that has changed since it was read stays as it is", () => {
  test.each<[string | undefined, Partial<DeliveryRecord>]>([
    [SOON, { status: "failed" }],
    [SOON, { tries: 3 }],
    [SOON, { next_attempt_at: LATER }],
    [undefined, { next_attempt_at: LATER }],
  ])("due at %s, then %j", async (next_attempt_at, since) => {
    const due = next_attempt_at && { next_attempt_at };
    const read = await makeDelivery(log, { status: "pending", ...due });
    const place = { ...log, sequence: read.sequence };
    await Delivery.patch(place)
      .set(since)
      .composite({ event_type: read.event_type, status: read.status })
      .go();
    const to = { status: "delivered", tries: read.tries + 1 } as const;
    await changeDeliveries([{ delivery: read, to }], new Date());
    expect((await Delivery.get(place).go()).data).toEqual({ ...read, ...since });
  });
});

describe("a lane that has changed since it was read", () => {
  const full = (): DeliveryLaneRecord => ({
    ...key,
    shard: 1,
    due_at: SOON,
    failures: 1,
    failing_since: SOON,
    blocked_until: SOON,
    claimed_until: SOON,
  });

  test.each<Partial<DeliveryLaneRecord>>([
    { due_at: LATER },
    { failures: 2 },
    { failing_since: LATER },
    { blocked_until: LATER },
    { claimed_until: LATER },
  ])("stays as it is: %j", async (since) => {
    const [name = ""] = Object.keys(since);
    const changed = { ...full(), ...since };
    const without = { ...full(), [name]: undefined };
    await DeliveryLane.put(changed).go();
    for (const read of [full(), ...(["due_at", "failures"].includes(name) ? [] : [without])]) {
      expect(await replaceLane(read, { ...read, shard: 2 })).toBe(false);
      expect(await replaceLane(read, undefined)).toBe(false);
      expect(await transactIfTrue(laneWrite(read, (lane) => lane))).toBe(false);
      expect(await transactIfTrue(laneWrite(read, () => ({ ...full(), shard: 2 })))).toBe(false);
    }
    expect(await findHealth(key)).toEqual(changed);
  });

  test("is not removed by a late retrier that finds the webhook disabled", async () => {
    await DeliveryLane.put({ ...full(), claimed_until: undefined }).go();
    await Webhook.patch(key).set({ disabled_at: SOON, disabled_reason: "failing" }).go();
    before("TransactWrite", () => DeliveryLane.patch(key).set({ failures: 7 }).go());
    const clock = standingClock(Date.parse(LATER));
    await workOffLane({ ...key, due_at: SOON }, { clock } as unknown as CallTools);
    expect(await findHealth(key)).toMatchObject({ failures: 7 });
  });

  test("is not removed if the webhook is enabled meanwhile", async () => {
    await DeliveryLane.put({ ...full(), claimed_until: undefined }).go();
    await Webhook.patch(key).set({ disabled_at: SOON, disabled_reason: "failing" }).go();
    before("TransactWrite", () =>
      Webhook.patch(key).remove(["disabled_at", "disabled_reason"]).go(),
    );
    const clock = standingClock(Date.parse(LATER));
    await workOffLane({ ...key, due_at: SOON }, { clock } as unknown as CallTools);
    expect(await findHealth(key)).toMatchObject({ failures: 1 });
  });
});

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

  test("that is deleted meanwhile gets no delivery again", async () => {
    const { uuid } = await makeDelivery(log);
    before("TransactWrite", () => Webhook.delete(key).go());
    await expect(replayDelivery(log, uuid)).rejects.toThrow(RecordNotFound);
  });

  test("that is deleted meanwhile gets no range again", async () => {
    before("TransactWrite", () => Webhook.delete(key).go());
    await expect(replayRange(log, { since: new Date(SOON) })).rejects.toThrow(RecordNotFound);
  });
});

describe("the first number of a day", () => {
  const now = new Date(SOON);
  const today = SOON.slice(0, 10);
  const daysOf = async () => (await DeliveryCounter.get(log).go()).data?.days;

  test("is the lowest number, whichever is recorded first", async () => {
    await DeliveryCounter.put({ ...log, next_sequence: 10, days: { [today]: 12 } }).go();
    expect(await takeLogSequences(log, 1, now)).toBe(10);
    expect(await daysOf()).toEqual({ [today]: 10 });
  });

  test("is recorded with the first delivery of the day", async () => {
    expect(await takeLogSequences(log, 3, now)).toBe(0);
    expect(await takeLogSequences(log, 1, now)).toBe(3);
    expect(await daysOf()).toEqual({ [today]: 0 });
  });

  test("is not raised by a worker that records it late", async () => {
    await DeliveryCounter.put({ ...log, next_sequence: 10 }).go();
    let updates = 0;
    const end = interceptRequests(async (command) => {
      if (command !== "Update") return;
      updates += 1;
      if (updates === 2)
        await DeliveryCounter.patch(log)
          .set({ days: { [today]: 9 } })
          .go();
    });
    onTestFinished(end);
    await takeLogSequences(log, 1, now);
    expect(await daysOf()).toEqual({ [today]: 9 });
  });
});
