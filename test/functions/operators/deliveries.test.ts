import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { WebhookKey } from "../../../functions/events/deliveries/deliveryPlaces.ts";
import { DeliveryLane } from "../../../shared/entities/deliveryLane.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { MISSING_UUID, refusal, run, TIMESTAMP } from "./run.ts";

let webhook: WebhookKey;
let webhook_uuid: string;

beforeEach(async () => {
  const reseller = await makeReseller();
  webhook_uuid = await makeWebhook(reseller);
  webhook = { reseller_uuid: reseller.uuid, webhook_uuid };
});

const next_attempt_at = "2026-11-22T09:30:00+00:00";
const refused = (at: string) => {
  return { at, status: null, error: "refused" as const, duration_ms: 3, response: "" };
};

function makePending() {
  const attempts = [refused("2026-11-22T09:00:00+00:00"), refused("2026-11-22T09:00:05+00:00")];
  return makeDelivery(webhook, {
    status: "pending",
    event_type: "website.down",
    attempts,
    tries: 2,
    next_attempt_at,
  });
}

describe("delivery list", () => {
  test("shows the log, newest first, one line each", async () => {
    const delivered = await makeDelivery(webhook);
    const pending = await makePending();
    expect(await run("delivery list", { webhook_uuid })).toEqual({
      next: null,
      deliveries: [
        {
          uuid: pending.uuid,
          type: "website.down",
          status: "pending",
          attempts: 2,
          last_answer: "refused",
          next_attempt_at,
          created_at: pending.created_at,
        },
        {
          uuid: delivered.uuid,
          type: "website.updated",
          status: "delivered",
          attempts: 1,
          last_answer: 200,
          next_attempt_at: null,
          created_at: delivered.created_at,
        },
      ],
    });
  });

  test("filters by status and type, and has pages of 20", async () => {
    for (let count = 0; count < 21; count += 1) await makeDelivery(webhook);
    const { uuid } = await makePending();
    const list = (more: object) => run("delivery list", { webhook_uuid, ...more });
    const { deliveries, next } = await list({});
    expect(deliveries).toHaveLength(20);
    expect(await list({ after: next })).toMatchObject({ deliveries: [{}, {}], next: null });
    expect((await list({ status: "failed" })).deliveries).toEqual([]);
    expect((await list({ type: "website.down" })).deliveries).toMatchObject([{ uuid }]);
  });

  test.each([
    [{ status: "lost" }, "--status must be one of pending, delivered, failed."],
    [
      { type: "website.gone" },
      expect.stringMatching(/^--type must be one of feed_item\.created, /),
    ],
    [{ after: 2 }, "--after must be a text."],
  ])("refuses %j", async (more, message) => {
    expect(await refusal("delivery list", { webhook_uuid, ...more })).toEqual(message);
  });
});

describe("delivery show", () => {
  test("shows the attempts and the body", async () => {
    const { uuid, attempts, body } = await makePending();
    expect(await run("delivery show", { uuid, webhook_uuid })).toMatchObject({
      uuid,
      type: "website.down",
      attempts,
      next_attempt_at,
      body: JSON.parse(body),
    });
  });
});

describe("delivery replay", () => {
  test("sends it again now, and keeps its attempts", async () => {
    const { uuid, attempts } = await makeDelivery(webhook);
    expect(await run("delivery replay", { uuid, webhook_uuid })).toMatchObject({
      uuid,
      status: "pending",
      attempts,
      next_attempt_at: expect.stringMatching(TIMESTAMP),
    });
    const { reseller_uuid } = webhook;
    const { data } = await DeliveryLane.get({ reseller_uuid, uuid: webhook_uuid }).go();
    expect(data).toMatchObject({ failures: 0, due_at: expect.stringMatching(TIMESTAMP) });
  });

  test("says so if the delivery is being sent already", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const { uuid } = await makeDelivery(webhook);
    await run("delivery replay", { uuid, webhook_uuid });
    expect(await refusal("delivery replay", { uuid, webhook_uuid })).toBe(
      "This delivery is being sent already. Try again in 1 s.",
    );
  });
});

test.each(["delivery show", "delivery replay"])(
  "%s refuses a delivery that there is not, and one of another webhook",
  async (command) => {
    const { uuid } = await makeDelivery(webhook);
    const other = await makeWebhook(await makeReseller());
    for (const wrong of [
      { uuid: MISSING_UUID, webhook_uuid },
      { uuid, webhook_uuid: other },
    ]) {
      expect(await refusal(command, wrong)).toBe(
        `Webhook ${wrong.webhook_uuid} has no delivery ${wrong.uuid}: "delivery list" shows those of the last 30 days.`,
      );
    }
  },
);

test.each(["delivery list", "delivery show", "delivery replay"])(
  "%s refuses a webhook that there is not",
  async (command) => {
    const uuid = command === "delivery list" ? {} : { uuid: MISSING_UUID };
    expect(await refusal(command, { ...uuid, webhook_uuid: MISSING_UUID })).toMatch(
      /^There is no webhook /,
    );
    expect(await refusal(command, { ...uuid, webhook_uuid: "x" })).toMatch(
      /^The webhook must be given by its uuid/,
    );
  },
);
