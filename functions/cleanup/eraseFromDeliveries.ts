import { isDeepStrictEqual } from "node:util";
import { Delivery, type DeliveryRecord } from "../../shared/entities/delivery.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { mentions, withoutContent } from "./identifiers.ts";

interface Erased {
  /** Webhooks that may be deleted by now. */
  webhooks: Iterable<string>;
  /** The user, and what belonged to the user. */
  named: ReadonlySet<string>;
}

/**
 * Empties the bodies of deliveries that tell of these records, and what the endpoints answered. Yields after
 * each page.
 */
export async function* eraseFromDeliveries(
  reseller_uuid: string,
  { webhooks, named }: Erased,
): AsyncGenerator<void> {
  const { data: live } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  for (const webhook of new Set([...live.map(({ uuid }) => uuid), ...webhooks])) {
    const partition = `reseller#${reseller_uuid}#webhook#${webhook}#deliveries`;
    for await (const { Items = [] } of queryIndex(
      { partition, prefix: "delivery#" },
      { ConsistentRead: true },
    )) {
      const telling = (Items as DeliveryRecord[]).filter(({ body }) => mentions(body, named));
      for (const delivery of telling) await eraseFromDelivery(delivery);
      yield;
    }
  }
}

async function eraseFromDelivery(delivery: DeliveryRecord) {
  const { reseller_uuid, webhook_uuid, sequence, updated_at } = delivery;
  const event = JSON.parse(delivery.body);
  const body = JSON.stringify({ ...event, data: withoutContent(event.data) });
  const attempts = delivery.attempts.map((attempt) => ({ ...attempt, response: "" }));
  if (isDeepStrictEqual({ ...delivery, body, attempts }, delivery)) return;
  await writeIfTrue(() =>
    Delivery.patch({ reseller_uuid, webhook_uuid, sequence })
      .set({ body, attempts })
      .where((current, { eq }) => eq(current.updated_at, updated_at))
      .go(),
  );
}
