import { expect } from "vitest";
import type { WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { readSigningKey as signingKey } from "../../../../shared/webhooks/signing.ts";
import { makeDelivery } from "../../../support/deliveries.ts";
import { makeReseller } from "../../../support/factories.ts";
import {
  DONE,
  deliver,
  dueMessage,
  makeEvents,
  makeFailing,
  makeWebhookAt,
  messageFor,
  retry,
  runRetries,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";
import type { Scenario } from "./scenario.ts";

const ANSWERS = [500, 429, 410, 200];
/** More than run at a time. */
const MANY = 12;
const DAY_MS = 24 * 3600 * 1000;

/** Webhooks whose endpoints answer 500, 429, 410 (or `first`, the first few times) and 200. */
async function makeWebhooks({ first = 410 } = {}): Promise<WebhookRecord[]> {
  allowLocalAddresses();
  let gone = 0;
  const statusNow = (status: number) => {
    if (status === 410) gone += 1;
    return status === 410 && gone <= MANY ? first : status;
  };
  const receivers = await Promise.all(
    ANSWERS.map((status) =>
      startReceiver((_, response) => response.writeHead(statusNow(status)).end()),
    ),
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
      const messages = webhooks.map((webhook) => messageFor(webhook, makeEvents(webhook, MANY)));
      expect(await deliver(messages, { clock, signingKey })).toEqual(DONE);
    };
  },

  async retrier() {
    const clock = standingClock();
    const webhooks = await makeWebhooks({ first: 500 });
    for (const webhook of webhooks) {
      await deliver([messageFor(webhook, makeEvents(webhook, MANY))], { clock });
      await makeFailing(webhook, new Date(clock.now()));
    }
    const [failing, healthy = failing] = [webhooks[0], webhooks.at(-1)];
    if (!failing || !healthy) throw new Error("There is no webhook");
    const { reseller_uuid, uuid: webhook_uuid } = failing;
    const at = new Date(clock.now() - 31 * DAY_MS);
    const next_attempt_at = timestamp(at);
    // Its time in the log is over.
    const place = { reseller_uuid, webhook_uuid };
    await makeDelivery(place, { at, status: "pending", next_attempt_at });
    const replay = {
      reseller_uuid: healthy.reseller_uuid,
      webhook_uuid: healthy.uuid,
      since: timestamp(new Date(0)),
      requested_at: timestamp(new Date(clock.now())),
    };
    return async () => {
      const status = "delivered";
      const replays = [{ replay }, { replay: { ...replay, status } }];
      expect(await retry(replays, { clock, signingKey })).toEqual(DONE);
      for (const webhook of webhooks) {
        await runRetries(webhook, { clock, until: clock.now() + 60_000, signingKey });
        clock.advance(60);
        expect(await retry([await dueMessage(webhook)], { clock, signingKey })).toEqual(DONE);
      }
    };
  },
};
