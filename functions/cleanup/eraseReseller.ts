import { ApiKey } from "../../shared/entities/apiKey.ts";
import { Delivery } from "../../shared/entities/delivery.ts";
import { Mail } from "../../shared/entities/mail.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import { emptyLog } from "./eraseFromLog.ts";
import { eraseFromMessages } from "./eraseFromMessages.ts";
import { removals } from "./removals.ts";

const WHOLE = { consistent: true, pages: "all" } as const;

/**
 * Does one pass of erasing a reseller and its sandbox; yields after each step. Who did what when stays in the audit
 * log, without the values, and so does what is billed.
 */
export async function* eraseReseller(uuid: string): AsyncGenerator<void> {
  const accounts = [uuid, twinOf(uuid)];
  for (const reseller_uuid of accounts) {
    const { data: keys } = await ApiKey.query.ofReseller({ reseller_uuid }).go({ pages: "all" });
    await batchDelete(
      ApiKey,
      keys.map(({ uuid }) => ({ uuid })),
    );
    yield* eraseOutsideLists(reseller_uuid);
  }
  yield* removals.reseller({ reseller_uuid: uuid, uuid });
  yield* eraseFromMessages(new Set(accounts));
}

/** Erases what is in no list: what belongs to webhooks, deleted ones too. */
async function* eraseOutsideLists(reseller_uuid: string): AsyncGenerator<void> {
  const { data: live } = await Webhook.query.ofReseller({ reseller_uuid }).go(WHOLE);
  const webhooks = new Set(live.map(({ uuid }) => uuid));
  for await (const entries of emptyLog(reseller_uuid)) {
    for (const { record_type, record_uuid } of entries) {
      if (record_type === "webhook") webhooks.add(record_uuid);
    }
    yield;
  }
  for (const uuid of webhooks) yield* eraseWebhook({ reseller_uuid, uuid });
}

type Key = { reseller_uuid: string; uuid: string };

/** Erases the deliveries of a webhook, a page at a time, and the mails about it. */
async function* eraseWebhook({ reseller_uuid, uuid }: Key): AsyncGenerator<void> {
  const { data: mails } = await Mail.query
    .ofRecord({ reseller_uuid, about: "webhook", uuid })
    .go(WHOLE);
  await batchDelete(Mail, mails);
  while (true) {
    const { data: deliveries } = await Delivery.query
      .inOrder({ reseller_uuid, webhook_uuid: uuid })
      .go({ consistent: true });
    if (deliveries.length === 0) return;
    await batchDelete(Delivery, deliveries);
    yield;
  }
}
