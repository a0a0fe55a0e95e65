import type * as z from "zod/mini";
import {
  type DisabledReason,
  Webhook,
  type WebhookRecord,
  withHealth,
} from "../entities/webhook.ts";
import { unlessGone } from "../lists/changeListed.ts";
import { RecordNotFound, ValidationFailed } from "../platform/errors.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import {
  ConditionFailed,
  retryOnConflict,
  transact,
  type Write,
  writeIfTrue,
} from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";
import { webhookCounted, webhookUncounted } from "../resellers/resellerWrites.ts";
import { currentActor } from "../vocabulary/actor.ts";
import { newEvent } from "./event.ts";
import { forgiven, type HealthRule } from "./health.ts";
import type { webhookSchema } from "./webhookSchemas.ts";

/** A webhook as section 2.9 of the specification shows it. */
export function presentWebhook(webhook: WebhookRecord): z.output<typeof webhookSchema> {
  const { uuid, endpoint, created_at, updated_at } = webhook;
  return { uuid, endpoint, created_at, updated_at };
}

/** Reads a webhook consistently; undefined if it does not exist. */
export async function findWebhook({
  reseller_uuid,
  uuid,
}: OwnedKey): Promise<WebhookRecord | undefined> {
  const { data } = await Webhook.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data ?? undefined;
}

/** A webhook of the reseller; throws RecordNotFound. */
export async function getWebhook(key: OwnedKey): Promise<WebhookRecord> {
  const webhook = await findWebhook(key);
  if (!webhook) throw new RecordNotFound("webhooks");
  return webhook;
}

/** The webhooks of a reseller, oldest first. */
export async function findWebhooks(reseller_uuid: string): Promise<WebhookRecord[]> {
  const { data } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  return data;
}

/** What may be changed; `undefined` removes it. */
type Changes = {
  [name in
    | "secret_generation"
    | "retired_secrets"
    | "test_count"
    | "replay"
    | "updated_at"
    | "disabled_at"
    | "disabled_reason"
    | "is_closed"
    | "health"]?: WebhookRecord[name] | undefined;
};

/** A webhook after changes. */
export function changedWebhook(before: WebhookRecord, changes: Changes): WebhookRecord {
  const due = "health" in changes && withHealth(before.uuid, changes.health);
  return { ...before, ...changes, ...due, version: newUuid() } as WebhookRecord;
}

type Condition = Parameters<ReturnType<typeof Webhook.create>["where"]>[0];

/** The condition that a webhook has not changed since it was read. */
function isUnchanged(before: WebhookRecord): Condition {
  return ({ version }, { eq }) => eq(version, before.version);
}

/** The write of a changed webhook; fails if somebody else has changed it since it was read. */
export function webhookWrite(before: WebhookRecord, changed: WebhookRecord): Write {
  return Webhook.put(changed).where(isUnchanged(before));
}

/**
 * Changes a webhook and returns the changed one. `decide` returns the changes, if any, and is called again if the
 * webhook changes meanwhile. `alsoFor` adds writes to the transaction. Throws RecordNotFound.
 */
export async function changeWebhook(
  key: OwnedKey,
  decide: (before: WebhookRecord) => Changes | undefined | Promise<Changes | undefined>,
  alsoFor: (changed: WebhookRecord) => Write[] = () => [],
): Promise<WebhookRecord> {
  return await retryOnConflict(async () => {
    const before = await getWebhook(key);
    const changes = await decide(before);
    if (!changes) return before;
    const changed = changedWebhook(before, changes);
    await transact(webhookWrite(before, changed), ...alsoFor(changed));
    return changed;
  });
}

/**
 * Changes the health of a webhook by a rule, which is applied again if the webhook changes meanwhile. Returns the
 * webhook afterwards; undefined for one that was deleted or disabled.
 */
export async function changeHealth(
  key: OwnedKey,
  rule: (before: WebhookRecord["health"], webhook: WebhookRecord) => ReturnType<HealthRule>,
): Promise<WebhookRecord | undefined> {
  return await retryOnConflict(async () => {
    const before = await findWebhook(key);
    if (!before || before.disabled_at) return undefined;
    const health = rule(before.health, before);
    if (health === before.health) return before;
    const changed = changedWebhook(before, { health });
    // No transaction, which costs twice as much: it does no harm to follow a rule twice after a lost answer.
    const written = await writeIfTrue(() => Webhook.put(changed).where(isUnchanged(before)).go());
    if (!written) throw new ConditionFailed("The webhook has changed");
    return changed;
  });
}

/**
 * Enables a webhook, forgets its failures and has the deliveries that are due sent now. Throws
 * RecordNotFound, and ValidationFailed if a key enables a webhook that an operator has disabled.
 */
export async function enableWebhook(
  key: OwnedKey,
  alsoFor?: (changed: WebhookRecord) => Write[],
): Promise<WebhookRecord> {
  const decide = ({ disabled_at, disabled_reason, health }: WebhookRecord): Changes => {
    if (disabled_reason === "operator" && currentActor().type === "key") {
      throw new ValidationFailed({
        disabled_reason: { options: "Only the provider can enable this webhook" },
      });
    }
    return {
      ...(disabled_at && { updated_at: timestamp() }),
      ...{ disabled_at: undefined, disabled_reason: undefined, is_closed: undefined },
      health: forgiven(new Date(), health),
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
    ({ test_count }) => ({ test_count: test_count + 1 }),
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

interface Disabling {
  reason: DisabledReason;
  now: Date;
  /** Its reseller is closed: it is enabled when that is reopened. */
  is_closed?: true;
}

/**
 * Disables a webhook and removes its health; its pending deliveries wait until it is enabled again. A webhook that is
 * already disabled keeps its reason, except that an operator's reason replaces others: then only an
 * operator can enable it. The table's stream triggers the mail to the reseller.
 */
export async function disableWebhook(key: OwnedKey, { reason, now, is_closed }: Disabling) {
  const decide = ({ disabled_at }: WebhookRecord): Changes | undefined => {
    if (!disabled_at)
      return { disabled_at: timestamp(now), disabled_reason: reason, is_closed, health: undefined };
    const isReplaced = reason === "operator" && !is_closed;
    return isReplaced ? { disabled_reason: reason, is_closed: undefined } : undefined;
  };
  await unlessGone(changeWebhook(key, decide));
}

/** The writes that create a webhook and count it. They fail if the reseller has `most` already. */
export function webhookCreation(webhook: WebhookRecord, most: number): Write[] {
  return [Webhook.create(webhook), webhookCounted(webhook.reseller_uuid, most)];
}

/** The writes that remove a webhook. They fail if it has changed since `remover` was noted. */
export function webhookRemoval({ reseller_uuid, uuid }: OwnedKey, remover: string): Write[] {
  return [
    Webhook.remove({ reseller_uuid, uuid }).where(({ changed_by }, { eq }) =>
      eq(changed_by, remover),
    ),
    webhookUncounted(reseller_uuid),
  ];
}
