import { Reseller } from "../entities/reseller.ts";
import {
  type DisabledReason,
  Webhook,
  type WebhookHealth,
  type WebhookRecord,
  withHealth,
} from "../entities/webhook.ts";
import { RecordNotFound, ValidationFailed } from "../platform/errors.ts";
import { type Lookup, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import {
  ConditionFailed,
  retryOnConflict,
  transact,
  transactIfTrue,
  type Write,
  write,
  writeIfTrue,
} from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";
import { webhookCounted, webhookUncounted } from "../resellers/resellerWrites.ts";
import { currentActor } from "../vocabulary/actor.ts";
import { newEvent } from "./event.ts";
import { forgiven, type HealthRule } from "./health.ts";

/** Reads a webhook consistently; undefined if it does not exist. */
export async function findWebhook({
  reseller_uuid,
  uuid,
}: OwnedKey): Promise<WebhookRecord | undefined> {
  const { data } = await Webhook.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data ?? undefined;
}

/** The lookup of a webhook. */
export function webhookLookup({ reseller_uuid, uuid }: OwnedKey): Lookup<WebhookRecord> {
  return lookup<WebhookRecord>(Webhook, { reseller_uuid, uuid });
}

/** A webhook of the reseller; throws RecordNotFound. */
export async function getWebhook(key: OwnedKey): Promise<WebhookRecord> {
  const webhook = await findWebhook(key);
  if (!webhook) throw new RecordNotFound("webhooks");
  return webhook;
}

/** The attributes of a webhook that has a health. */
const OF_HEALTH = ["health", "due_at", "due_under", "due_place"] as const;

/** Replaces the health of an enabled webhook; returns the webhook, or undefined if it has changed since it was read. */
export async function replaceHealth(
  before: WebhookRecord,
  health: WebhookHealth | undefined,
): Promise<WebhookRecord | undefined> {
  const { reseller_uuid, uuid } = before;
  const next = health && withHealth(uuid, { ...health, version: newUuid() });
  const written = await writeIfTrue(() => {
    const patch = Webhook.patch({ reseller_uuid, uuid });
    return (next ? patch.set(next) : patch.remove([...OF_HEALTH]))
      .where(healthUnchanged(before))
      .where(({ disabled_at }, { notExists }) => notExists(disabled_at))
      .go();
  });
  return written && { ...before, health: undefined, ...next };
}

/**
 * Changes the health of a webhook by a rule, which is applied again if the webhook changes meanwhile. Returns the changed
 * webhook; undefined for one that was deleted or disabled.
 */
export async function changeHealth(
  key: OwnedKey,
  rule: HealthRule,
): Promise<WebhookRecord | undefined> {
  return await retryOnConflict(async () => {
    const before = await findWebhook(key);
    if (!before || before.disabled_at) return undefined;
    const next = rule(before.health);
    if (next === before.health) return before;
    const after = await replaceHealth(before, next);
    if (!after) throw new ConditionFailed("The health has changed");
    return after;
  });
}

type Changeable = "secret_generation" | "retired_secrets" | "test_count" | "replay" | "updated_at";

interface WebhookChange {
  set?: Partial<Pick<WebhookRecord, Changeable>>;
  remove?: ("disabled_at" | "disabled_reason" | "is_closed")[];
  /** Forgets its failures and makes its waiting deliveries due now. */
  isForgiven?: true;
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
    const { set, remove = [], isForgiven } = await decide(before);
    const next = { ...set, ...(isForgiven && forgivenNow(before)) };
    const removed = Object.fromEntries(remove.map((name) => [name, undefined]));
    const changed: WebhookRecord = { ...before, ...next, ...removed };
    await transact(
      write(Webhook, (webhook) =>
        webhook
          .patch(key)
          .set(next)
          .remove(remove)
          .where(isForgiven ? whollyUnchanged(before) : webhookUnchanged(before))
          .commit(),
      ),
      ...alsoFor(changed),
    );
    return changed;
  });
}

/** The attributes of a webhook of which the failures are forgotten and the waiting deliveries are due now. */
export function forgivenNow({ uuid, health }: Pick<WebhookRecord, "uuid" | "health">) {
  return withHealth(uuid, { ...forgiven(new Date(), health), version: newUuid() });
}

type Condition = Parameters<ReturnType<typeof Webhook.create>["where"]>[0];

/** The condition that a webhook has not changed since it was read, apart from its health. */
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

function healthUnchanged({ health: before }: WebhookRecord): Condition {
  return ({ health }, { eq, notExists }) =>
    before ? eq(health.version, before.version) : notExists(health);
}

function whollyUnchanged(before: WebhookRecord): Condition {
  return (...webhook) =>
    `${webhookUnchanged(before)(...webhook)} AND ${healthUnchanged(before)(...webhook)}`;
}

/**
 * Enables a webhook, forgets its failures and makes its waiting deliveries due now. Throws
 * RecordNotFound, and ValidationFailed if a key enables a webhook that an operator has disabled.
 */
export async function enableWebhook(
  key: OwnedKey,
  alsoFor?: (changed: WebhookRecord) => Write[],
): Promise<WebhookRecord> {
  const decide = ({ disabled_at, disabled_reason }: WebhookRecord): WebhookChange => {
    if (disabled_reason === "operator" && currentActor().type === "key") {
      throw new ValidationFailed({
        disabled_reason: { options: "Only the provider can enable this webhook" },
      });
    }
    return {
      set: disabled_at ? { updated_at: timestamp() } : {},
      remove: ["disabled_at", "disabled_reason", "is_closed"],
      isForgiven: true,
    };
  };
  return await changeWebhook(key, decide, alsoFor);
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
  const isDone = await transactIfTrue(disabling(key, disabled));
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

/** The writes that remove a webhook. They fail if it has changed since `remover` was noted. */
export function webhookRemoval({ reseller_uuid, uuid }: OwnedKey, remover: string): Write[] {
  return [
    write(Webhook, (webhook) =>
      webhook
        .remove({ reseller_uuid, uuid })
        .where(({ changed_by }, { eq }) => eq(changed_by, remover))
        .commit(),
    ),
    webhookUncounted(reseller_uuid),
  ];
}

/** The write that has the waiting deliveries of a webhook sent now. */
export function sendWaiting(before: WebhookRecord): Write {
  const { reseller_uuid, uuid } = before;
  return write(Webhook, (webhook) =>
    webhook
      .patch({ reseller_uuid, uuid })
      .set(forgivenNow(before))
      .where(whollyUnchanged(before))
      .commit(),
  );
}

/** Disables an enabled webhook while its reseller is closed. */
export async function closeWebhook({ reseller_uuid, uuid }: OwnedKey, now: Date) {
  const disabled = { disabled_at: timestamp(now), disabled_reason: "operator", is_closed: true };
  const isClosed = resellerCheck(reseller_uuid, "exists");
  await transactIfTrue(disabling({ reseller_uuid, uuid }, disabled), isClosed);
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

function disabling(key: OwnedKey, disabled: Partial<WebhookRecord>): Write {
  return write(Webhook, (webhook) =>
    webhook
      .patch(key)
      .set(disabled)
      .remove([...OF_HEALTH])
      .where(({ disabled_at }, { notExists }) => notExists(disabled_at))
      .commit(),
  );
}
