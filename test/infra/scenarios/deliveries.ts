import { expect } from "vitest";
import { newLane, whileSlow } from "../../../functions/events/deliveries/laneRules.ts";
import { changeLane, findLane } from "../../../functions/events/lane.ts";
import { checkSigningKey as signingKey } from "../../../functions/events/signingKey.ts";
import { Delivery } from "../../../shared/entities/delivery.ts";
import { DeliveryLane } from "../../../shared/entities/deliveryLane.ts";
import { DeliveryReplay } from "../../../shared/entities/deliveryReplay.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { makeReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import {
  DONE,
  deliver,
  laneMessage,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  retry,
  runLane,
  standingClock,
  startReceiver,
} from "../../support/webhooks.ts";
import type { Scenario } from "./scenario.ts";

const ANSWERS = [500, 429, 410, 200];
/** More than the seats that a worker takes. */
const MANY = 12;

/** Webhooks whose endpoints answer 500, 429, 410 and 200. */
async function makeWebhooks(): Promise<WebhookRecord[]> {
  allowLocalAddresses();
  const receivers = await Promise.all(
    ANSWERS.map((status) => startReceiver((_, response) => response.writeHead(status).end())),
  );
  return await Promise.all(
    receivers.map(async ({ url }) => {
      const { uuid: reseller_uuid } = await makeReseller({ deliveries_per_minute: 900 });
      return await makeWebhookAt(url, { reseller_uuid });
    }),
  );
}

/** The functions that call webhooks' endpoints. */
export const deliveryScenarios: Record<string, Scenario> = {
  async deliverer() {
    const webhooks = await makeWebhooks();
    const clock = standingClock();
    return async () => {
      for (let round = 0; round < 2; round += 1) {
        const messages = webhooks.map((webhook) => messageFor(webhook, makeEvents(webhook, MANY)));
        const end = changeLanesOnce(webhooks);
        expect(await deliver(messages, { clock, signingKey })).toEqual(DONE);
        end();
      }
    };
  },

  async retrier() {
    const clock = standingClock();
    const webhooks = await makeWebhooks();
    for (const webhook of webhooks) {
      await deliver([messageFor(webhook, makeEvents(webhook, MANY))], { clock });
      await changeLane(webhook, whileSlow(webhook, new Date(clock.now())));
    }
    const [failing] = webhooks;
    if (!failing) throw new Error("There is no webhook");
    const lost = (await readLog(failing)).at(-1);
    if (lost) await Delivery.delete(lost).go();
    const healthy = webhooks.at(-1) ?? failing;
    const replay = {
      reseller_uuid: healthy.reseller_uuid,
      webhook_uuid: healthy.uuid,
      uuid: newUuid(),
    };
    const range = { from: 0, until: MANY, since: timestamp(new Date(0)), created_at: timestamp() };
    await DeliveryReplay.create({ ...replay, ...range }).go();
    const disabled = await makeWebhookAt(healthy.endpoint, { disabled_at: timestamp() });
    await DeliveryLane.create(newLane(disabled, timestamp(new Date(clock.now())))).go();
    return async () => {
      expect(await retry([await laneMessage(disabled)], { clock })).toEqual(DONE);
      expect(await retry([{ replay }], { clock })).toEqual(DONE);
      for (const webhook of webhooks) {
        await runLane(webhook, { clock, until: clock.now() + 60_000 });
        clock.advance(60);
        expect(await retry([await laneMessage(webhook)], { clock, signingKey })).toEqual(DONE);
      }
    };
  },
};

/** Has another worker be faster with each lane, once. */
function changeLanesOnce(webhooks: WebhookRecord[]): () => void {
  let isDone = false;
  return interceptRequests(async (command) => {
    if (isDone || command !== "Put") return;
    isDone = true;
    for (const webhook of webhooks) {
      if (await findLane(webhook)) await changeLane(webhook, whileSlow(webhook, new Date()));
    }
  });
}
