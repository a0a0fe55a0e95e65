import { Reseller } from "../entities/reseller.ts";
import {
  type DisabledReason,
  Webhook,
  type WebhookHealthRecord,
  type WebhookRecord,
} from "../entities/webhook.ts";
import { RecordNotFound, ValidationFailed } from "../platform/errors.ts";
import { batchGet, type Lookup, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import {
  retryOnConflict,
  transact,
  transactIfTrue,
  type Write,
  write,
  writeIfTrue,
} from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { webhookCounted, webhookUncounted } from "../resellers/resellerWrites.ts";
import { currentActor } from "../vocabulary/actor.ts";
import { newEvent } from "./event.ts";
import { findHealth, forgivingWrite, healthLookup, healthRemoval } from "./health.ts";

/** A webhook and its health; undefined for one that does not exist. */
export interface WebhookState {
  webhook: WebhookRecord | undefined;
  health: WebhookHealthRecord | undefined;
}

/** Reads a webhook and its health consistently. */
export async function findWebhook(key: OwnedKey): Promise<WebhookState> {
  const [webhook, health] = await batchGet(webhookLookup(key), healthLookup(key));
  return { webhook, health };
}

/** The lookup of a webhook. */
export function webhookLookup({ reseller_uuid, uuid }: OwnedKey): Lookup<WebhookRecord> {
  return lookup<WebhookRecord>(Webhook, { reseller_uuid, uuid });
}

/** A webhook of the reseller; throws RecordNotFound. */
export async function getWebhook(key: OwnedKey): Promise<WebhookRecord> {
  const { data } = await Webhook.get(key).go({ consistent: true });
  if (data === null) throw new RecordNotFound("webhooks");
  return data;
}

type Changeable = "secret_generation" | "retired_secrets" | "test_count" | "replay" | "updated_at";

interface WebhookChange {
  set?: Partial<Pick<WebhookRecord, Changeable>>;
  remove?: ("disabled_at" | "disabled_reason" | "is_closed")[];
  also?: Write[];
}

/**
 * Changes a webhook and returns the changed one. `decide` returns the change, and is called again if the webhook
 * changes meanwhile. `alsoFor` adds writes to the transaction. Throws RecordNotFound.
 */
export async function changeWebhook(
  key: OwnedKey,
  decide: (before: WebhookRecord) => WebhookChange | Promise<WebhookChange>,
  alsoFor: (changed: WebhookRecord) => Write[] = () => [],
): Promise<WebhookRecord> {
  return await retryOnConflict(async () => {
    const before = await getWebhook(key);
    const { set = {}, remove = [], also = [] } = await decide(before);
    const removed = Object.fromEntries(remove.map((name) => [name, undefined]));
    const changed: WebhookRecord = { ...before, ...set, ...removed };
    await transact(
      write(Webhook, (webhook) =>
        webhook.patch(key).set(set).remove(remove).where(webhookUnchanged(before)).commit(),
      ),
      ...also,
      ...alsoFor(changed),
    );
    return changed;
  });
}

type Condition = Parameters<ReturnType<typeof Webhook.create>["where"]>[0];

/** The condition that a webhook has not changed since it was read. */
function webhookUnchanged(before: WebhookRecord): Condition {
  return ({ secret_generation, test_count, disabled_at, disabled_reason }, { eq, notExists }) =>
    [
      eq(secret_generation, before.secret_generation),
      eq(test_count, before.test_count),
      before.disabled_at ? eq(disabled_at, before.disabled_at) : notExists(disabled_at),
      before.disabled_reason
        ? eq(disabled_reason, before.disabled_reason)
        : notExists(disabled_reason),
    ].join(" AND ");
}

/**
 * Enables a webhook, forgets its failures and makes its waiting deliveries due now. Throws
 * RecordNotFound, and ValidationFailed if a key enables a webhook that an operator has disabled.
 */
export async function enableWebhook(
  key: OwnedKey,
  alsoFor?: (changed: WebhookRecord) => Write[],
): Promise<WebhookRecord> {
  const decide = async ({
    disabled_at,
    disabled_reason,
  }: WebhookRecord): Promise<WebhookChange> => {
    if (disabled_reason === "operator" && currentActor().type === "key") {
      throw new ValidationFailed({
        disabled_reason: { options: "Only the provider can enable this webhook" },
      });
    }
    return {
      set: disabled_at ? { updated_at: timestamp() } : {},
      remove: ["disabled_at", "disabled_reason", "is_closed"],
      also: [await sendWaiting(key)],
    };
  };
  return await changeWebhook(key, decide, alsoFor);
}

/** The write that forgets a webhook's failures and makes its waiting deliveries due now. */
export async function sendWaiting(key: OwnedKey): Promise<Write> {
  return forgivingWrite(key, await findHealth(key), new Date());
}

/** Requests a test event, which the table's stream triggers, and returns its id. Throws RecordNotFound. */
export async function requestTestEvent(
  key: OwnedKey,
  alsoFor: (event_id: string) => Write[] = () => [],
): Promise<string> {
  const webhook = await changeWebhook(
    key,
    ({ test_count }) => ({ set: { test_count: test_count + 1 } }),
    (changed) => alsoFor(testEventId(changed)),
  );
  return testEventId(webhook);
}

function testEventId({ reseller_uuid, uuid, test_count }: WebhookRecord): string {
  return newEvent(reseller_uuid, {
    type: "webhook.test",
    timestamp: timestamp(),
    sequence: test_count,
    data: { uuid },
  }).id;
}

/**
 * Disables a webhook and removes its health; its pending deliveries wait until it is enabled again. A webhook that is
 * already disabled keeps its reason, except that an operator's reason replaces others: then only an
 * operator can enable it. The table's stream triggers the mail to the reseller.
 */
export async function disableWebhook(
  { reseller_uuid, uuid }: OwnedKey,
  { reason, now }: { reason: DisabledReason; now: Date },
) {
  const key = { reseller_uuid, uuid };
  const disabled = { disabled_at: timestamp(now), disabled_reason: reason };
  const isDone = await transactIfTrue(...disabling(key, disabled));
  if (isDone || reason !== "operator") return;
  await writeIfTrue(() =>
    Webhook.patch({ reseller_uuid, uuid })
      .set({ disabled_reason: reason })
      .remove(["is_closed"])
      .where(({ disabled_at }, { exists }) => exists(disabled_at))
      .go(),
  );
}

/** The writes that create a webhook and count it. They fail if the reseller has `most` already. */
export function webhookCreation(webhook: WebhookRecord, most: number): Write[] {
  return [
    write(Webhook, (entity) => entity.create(webhook).commit()),
    webhookCounted(webhook.reseller_uuid, most),
  ];
}

/** The writes that remove a webhook. They fail if it has changed since it was read, or since `remover` was noted. */
export function webhookRemoval(before: WebhookRecord, remover: string): Write[] {
  const { reseller_uuid, uuid } = before;
  return [
    write(Webhook, (webhook) =>
      webhook
        .remove({ reseller_uuid, uuid })
        .where(webhookUnchanged(before))
        .where(({ changed_by }, { eq }) => eq(changed_by, remover))
        .commit(),
    ),
    webhookUncounted(reseller_uuid),
  ];
}

/** Checks that a webhook has not changed since it was read. */
export function webhookCheck(before: WebhookRecord): Write {
  const { reseller_uuid, uuid } = before;
  return write(Webhook, (webhook) =>
    webhook.check({ reseller_uuid, uuid }).where(webhookUnchanged(before)).commit(),
  );
}

/** Disables an enabled webhook while its reseller is closed. */
export async function closeWebhook({ reseller_uuid, uuid }: OwnedKey, now: Date) {
  const disabled = { disabled_at: timestamp(now), disabled_reason: "operator", is_closed: true };
  const isClosed = resellerCheck(reseller_uuid, "exists");
  await transactIfTrue(...disabling({ reseller_uuid, uuid }, disabled), isClosed);
}

/** Enables a webhook that was disabled while its reseller was closed. Throws RecordNotFound. */
export async function reopenWebhook(key: OwnedKey) {
  await enableWebhook(key, () => [resellerCheck(key.reseller_uuid, "notExists")]);
}

function resellerCheck(uuid: string, expected: "exists" | "notExists"): Write {
  return write(Reseller, (reseller) =>
    reseller
      .check({ uuid })
      .where(({ closed_at }, { [expected]: is }) => is(closed_at))
      .commit(),
  );
}

/** The writes of one transaction, so that the health of a webhook that is enabled meanwhile is not removed. */
function disabling(key: OwnedKey, disabled: Partial<WebhookRecord>): Write[] {
  return [
    write(Webhook, (webhook) =>
      webhook
        .patch(key)
        .set(disabled)
        .where(({ disabled_at }, { notExists }) => notExists(disabled_at))
        .commit(),
    ),
    healthRemoval(key),
  ];
}
