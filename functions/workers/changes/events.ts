import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { findUsersOf } from "../../../shared/lists/businesses.ts";
import { readCustomFields } from "../../../shared/resources/business.ts";
import type { Change } from "../../../shared/webhooks/change.ts";
import { limitData, type ServiceEvent } from "../../../shared/webhooks/event.ts";
import { eventsOf } from "./eventsOf.ts";
import { type Parcel, type Part, readOnce, sendParcels, succeeds } from "./part.ts";

const EVENTS_A_MESSAGE = 25;
const BYTES_A_MESSAGE = 200_000;

/** An event and the change that it reports. */
interface EventOfChange {
  event: ServiceEvent;
  change: Change;
}

/** Has the deliverer send the events of a change to the webhooks of its reseller. */
export const events: Part = async (changes) => {
  const customFieldsOf = readOnce(readCustomFields);
  const failed: Change[] = [];
  const parcels: Parcel[] = [];
  const followed = [...Map.groupBy(changes, ({ reseller_uuid }) => reseller_uuid)].map(
    async ([reseller_uuid, ofReseller]) => {
      const entries: EventOfChange[] = [];
      for (const change of ofReseller) {
        const done = await succeeds(async () => {
          const ofChange = await eventsOf(change, customFieldsOf);
          entries.push(...ofChange.map((event) => ({ event: limitData(event), change })));
        });
        if (!done) failed.push(change);
      }
      const done = await succeeds(async () => {
        parcels.push(...(await packForWebhooks(reseller_uuid, entries)));
      });
      if (!done) failed.push(...entries.map(({ change }) => change));
    },
  );
  await Promise.all(followed);
  return [...failed, ...(await sendParcels("DELIVERIES_QUEUE_URL", parcels))];
};

/** The messages to the deliverer: the events for each webhook of a reseller. */
async function packForWebhooks(reseller_uuid: string, entries: EventOfChange[]): Promise<Parcel[]> {
  const isForAll = entries.some(({ event }) => event.type !== "webhook.test");
  const webhooks = isForAll ? await findWebhooks(reseller_uuid) : [];
  const addressed = entries
    .map((each) => ({ ...each, recipients: recipientsOf(each.event, webhooks) }))
    .filter(({ recipients }) => recipients.length > 0);
  const named = await withUsers(reseller_uuid, addressed);
  const ofWebhooks = Map.groupBy(
    named.flatMap(({ recipients, ...each }) => recipients.map((uuid) => ({ ...each, uuid }))),
    ({ uuid }) => uuid,
  );
  return [...ofWebhooks].flatMap(([webhook_uuid, toWebhook]) =>
    inMessages(toWebhook).map((some) => ({
      outgoing: {
        message: { reseller_uuid, webhook_uuid, events: some.map(({ event }) => event) },
        // SQS's fair queues: an endpoint that takes long does not delay the others.
        group: webhook_uuid,
      },
      changes: some.map(({ change }) => change),
    })),
  );
}

/** The events with the users of their businesses, whom feed items and findings do not name. */
async function withUsers<Each extends EventOfChange>(
  reseller_uuid: string,
  entries: Each[],
): Promise<Each[]> {
  const isNameless = ({ event }: Each) => event.user_uuid === null && event.business_uuid !== null;
  const businesses = entries.filter(isNameless).flatMap(({ event }) => event.business_uuid ?? []);
  const users = await findUsersOf(reseller_uuid, businesses);
  return entries.map((each) => {
    const user_uuid = each.event.user_uuid ?? users.get(each.event.business_uuid ?? "") ?? null;
    return { ...each, event: { ...each.event, user_uuid } };
  });
}

/**
 * The webhooks that get an event. A test goes to its own webhook only, whatever types that asked for.
 * A disabled webhook gets events from before it was disabled, which wait until it is enabled.
 */
function recipientsOf({ type, data, timestamp }: ServiceEvent, webhooks: Subscriber[]): string[] {
  if (type === "webhook.test") return [data.uuid];
  return webhooks
    .filter(({ uuid, events, disabled_at }) => {
      const isItself = type === "webhook.disabled" && uuid === data.uuid;
      const isTold = !disabled_at || timestamp <= disabled_at;
      return isTold && !isItself && (events?.includes(type) ?? true);
    })
    .map(({ uuid }) => uuid);
}

function inMessages<Each extends EventOfChange>(entries: Each[]): Each[][] {
  const messages: Each[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const each of entries) {
    const size = Buffer.byteLength(JSON.stringify(each.event));
    const last = messages.at(-1);
    if (last && last.length < EVENTS_A_MESSAGE && bytes + size <= BYTES_A_MESSAGE) {
      last.push(each);
      bytes += size;
    } else {
      messages.push([each]);
      bytes = size;
    }
  }
  return messages;
}

/** The fields of a webhook that decide which events it gets. */
type Subscriber = Pick<WebhookRecord, "uuid" | "events" | "disabled_at">;

async function findWebhooks(reseller_uuid: string): Promise<Subscriber[]> {
  const { data } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all", attributes: ["uuid", "events", "disabled_at"] });
  return data;
}
