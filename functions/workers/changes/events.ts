import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { type Outgoing, sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import { readCustomFields } from "../../../shared/resources/business.ts";
import { limitData, type ServiceEvent } from "../../../shared/webhooks/event.ts";
import { findWebhooks } from "../../../shared/webhooks/webhook.ts";
import { eventsOf } from "./eventsOf.ts";
import { allOf, type Part, readOnce } from "./part.ts";

/** With at most 20 kB each, a message is not too large for SQS. */
const EVENTS_A_MESSAGE = 10;

/** Has the deliverer send the events of changes to the webhooks of their resellers. */
export const events: Part = async (changes) => {
  const customFieldsOf = readOnce(readCustomFields);
  const messages: Outgoing[] = [];
  const byReseller = Map.groupBy(changes, ({ reseller_uuid }) => reseller_uuid);
  await allOf([...byReseller], async ([reseller_uuid, ofReseller]) => {
    const all: ServiceEvent[] = [];
    for (const change of ofReseller) all.push(...(await eventsOf(change, customFieldsOf)));
    messages.push(...(await packForWebhooks(reseller_uuid, all.map(limitData))));
  });
  await sendMessages(requireEnv("DELIVERIES_QUEUE_URL"), messages);
};

/** The messages to the deliverer: the events for each webhook of a reseller. */
async function packForWebhooks(reseller_uuid: string, all: ServiceEvent[]): Promise<Outgoing[]> {
  const isForAll = all.some(({ type }) => type !== "webhook.test");
  const webhooks = isForAll ? await findWebhooks(reseller_uuid) : [];
  const addressed = all.filter((event) => recipientsOf(event, webhooks).length > 0);
  const named = await withUsers(reseller_uuid, addressed);
  const toWebhooks = Map.groupBy(
    named.flatMap((event) => recipientsOf(event, webhooks).map((uuid) => ({ event, uuid }))),
    ({ uuid }) => uuid,
  );
  return [...toWebhooks].flatMap(([webhook_uuid, some]) =>
    inMessages(some.map(({ event }) => event)).map((events) => ({
      message: { reseller_uuid, webhook_uuid, events },
      // SQS's fair queues: an endpoint that takes long does not delay the others.
      group: webhook_uuid,
    })),
  );
}

/** The events with the users of their businesses, whom feed items and findings do not name. */
async function withUsers(reseller_uuid: string, all: ServiceEvent[]): Promise<ServiceEvent[]> {
  const isNameless = (event: ServiceEvent) => event.user_uuid === null;
  const businesses = all.filter(isNameless).flatMap(({ business_uuid }) => business_uuid ?? []);
  const records = await batchGet(
    ...[...new Set(businesses)].map((uuid) =>
      lookup<BusinessRecord>(Business, { reseller_uuid, uuid }),
    ),
  );
  const users = new Map(records.flatMap((each) => (each ? [[each.uuid, each.user_uuid]] : [])));
  return all.map((event) => {
    const user_uuid = event.user_uuid ?? users.get(event.business_uuid ?? "") ?? null;
    return { ...event, user_uuid };
  });
}

/**
 * The webhooks that get an event. A test goes to its own webhook only, whatever types that asked for.
 * A disabled webhook gets events from before it was disabled, which wait until it is enabled.
 */
function recipientsOf(
  { type, data, timestamp }: ServiceEvent,
  webhooks: WebhookRecord[],
): string[] {
  if (type === "webhook.test") return [data.uuid];
  return webhooks
    .filter(({ uuid, events, disabled_at }) => {
      const isItself = type === "webhook.disabled" && uuid === data.uuid;
      const isTold = !disabled_at || timestamp <= disabled_at;
      return isTold && !isItself && events.includes(type);
    })
    .map(({ uuid }) => uuid);
}

function inMessages(all: ServiceEvent[]): ServiceEvent[][] {
  const messages = Math.ceil(all.length / EVENTS_A_MESSAGE);
  return Array.from({ length: messages }, (_, index) =>
    all.slice(index * EVENTS_A_MESSAGE, (index + 1) * EVENTS_A_MESSAGE),
  );
}
