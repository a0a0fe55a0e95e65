import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { findUsersOf } from "../../../shared/lists/businesses.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { readCustomFields } from "../../../shared/resources/customField.ts";
import type { Change } from "../../../shared/webhooks/change.ts";
import { limitData, type ServiceEvent } from "../../../shared/webhooks/event.ts";

import { eventsOf } from "./eventsOf.ts";
import { type Parcel, type Part, sendParcels, succeeds } from "./part.ts";

const EVENTS_A_MESSAGE = 25;
const BYTES_A_MESSAGE = 200_000;

/** An event and the change that it reports. */
interface EventOfChange {
  event: ServiceEvent;
  change: Change;
}

/** Has the deliverer send the events of a change to the webhooks of its reseller. */
export const events: Part = async (changes, clock) => {
  const customFieldsOf = readOnce(readCustomFields);
  const failed: Change[] = [];
  const parcels: Parcel[] = [];
  const followed = [...Map.groupBy(changes, ({ reseller_uuid }) => reseller_uuid)].map(
    async ([reseller_uuid, ofReseller]) => {
      const told: EventOfChange[] = [];
      for (const change of ofReseller) {
        const done = await succeeds(async () => {
          const found = await eventsOf(change, customFieldsOf);
          told.push(...found.map((event) => ({ event: limitData(event), change })));
        });
        if (!done) failed.push(change);
      }
      const done = await succeeds(async () => {
        parcels.push(...(await packForWebhooks(reseller_uuid, told, clock)));
      });
      if (!done) failed.push(...told.map(({ change }) => change));
    },
  );
  await Promise.all(followed);
  return [...failed, ...(await sendParcels("DELIVERIES_QUEUE_URL", parcels))];
};

/** The messages to the deliverer: the events for each webhook of a reseller. */
async function packForWebhooks(
  reseller_uuid: string,
  told: EventOfChange[],
  clock: Clock,
): Promise<Parcel[]> {
  const isForAll = told.some(({ event }) => event.type !== "webhook.test");
  const changedAt = new Date(Math.max(...told.map(({ change }) => change.at.getTime())));
  const webhooks = isForAll ? await findWebhooks(reseller_uuid, { changedAt, clock }) : [];
  const addressed = told
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

/** The events with the users of their businesses: feed items do not name them, nor do older records. */
async function withUsers<Each extends EventOfChange>(
  reseller_uuid: string,
  told: Each[],
): Promise<Each[]> {
  const isNameless = ({ event }: Each) => event.user_uuid === null && event.business_uuid !== null;
  const businesses = told.filter(isNameless).flatMap(({ event }) => event.business_uuid ?? []);
  const users = await findUsersOf(reseller_uuid, businesses);
  return told.map((each) => {
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

function inMessages<Each extends EventOfChange>(told: Each[]): Each[][] {
  const messages: Each[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const each of told) {
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

/** Reads each key once, when it is first needed. */
function readOnce<Result>(read: (key: string) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (key: string) => {
    const result = known.get(key) ?? read(key);
    known.set(key, result);
    return result;
  };
}

const CACHE_MS = 10_000;
/** The stream rounds the time of a change down to a second, and clocks differ a little. */
const MARGIN_MS = 2000;
/** The number of resellers whose webhooks are kept; a reseller usually has 20 at most. */
const CACHED_RESELLERS = 200;

/** The fields of a webhook that decide which events it gets. */
export type Subscriber = Pick<WebhookRecord, "uuid" | "events" | "disabled_at">;

const answers = new Map<string, { askedAt: number; webhooks: Subscriber[] }>();

/**
 * The webhooks of a reseller at the time of a change or later. An answer is reused for 10 seconds, for
 * changes older than the answer: no webhook that existed before a change is missed, and a backlog
 * costs few reads.
 */
async function findWebhooks(
  reseller_uuid: string,
  { changedAt, clock }: { changedAt: Date; clock: Clock },
): Promise<Subscriber[]> {
  const askedAt = clock.now();
  const known = answers.get(reseller_uuid);
  const isFresh = known && askedAt - known.askedAt < CACHE_MS;
  if (isFresh && known.askedAt - MARGIN_MS > changedAt.getTime()) return known.webhooks;
  const { data: webhooks } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all", attributes: ["uuid", "events", "disabled_at"] });
  // The map is ordered from the least to the most recently asked.
  answers.delete(reseller_uuid);
  answers.set(reseller_uuid, { askedAt, webhooks });
  const [oldest] = answers.keys();
  if (oldest !== undefined && answers.size > CACHED_RESELLERS) answers.delete(oldest);
  return webhooks;
}
