import { isClosed, Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import {
  checkOnly,
  retryOnConflict,
  transact,
  type Write,
} from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { KEPT_DAYS } from "../../shared/resellers/closedResellers.ts";
import { closing, reopening } from "../../shared/resellers/resellerWrites.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import { disableWebhook, enableWebhook, findWebhooks } from "../../shared/webhooks/webhook.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { requireReseller } from "./records.ts";
import { describeReseller } from "./reseller.ts";
import { assertNoSandbox } from "./sandbox.ts";

/** Closes a reseller and its sandbox. A repeated command finishes what an interrupted one has begun. */
export async function closeReseller({ uuid, yes }: CommandInput<"reseller close">) {
  const reseller = await requireOwn(uuid, "it is closed with that one.");
  if (!isClosed(reseller) && !yes) {
    throw new WrongInput(
      `This closes the reseller "${reseller.name}" (${uuid}) and its sandbox: its API keys stop working within ten seconds, and checks, mails, webhooks and shares stop. Everything is kept for ${KEPT_DAYS} days, in which "reseller reopen" undoes this, and then removed for good. Add --yes to do it.`,
    );
  }
  const now = new Date();
  await retryOnConflict(async () => {
    if (isClosed(await requireReseller(uuid))) return;
    const closed_at = timestamp(now);
    await transact(...(await forAccounts(uuid, (account) => closing(account, closed_at))));
  });
  for (const webhook of await webhooksOf(uuid)) {
    await disableWebhook(webhook, { reason: "operator", now, is_closed: true });
  }
  return describeReseller(await requireReseller(uuid));
}

/** Opens a closed reseller and its sandbox, as they were. A repeated command changes nothing more. */
export async function reopenReseller({ uuid }: CommandInput<"reseller reopen">) {
  await requireOwn(uuid, "it is reopened with that one.");
  await retryOnConflict(async () => {
    const { closed_at, deleting_since } = await requireReseller(uuid);
    if (deleting_since !== undefined) {
      throw new WrongInput(`Reseller ${uuid} is being removed: it can't be reopened any more.`);
    }
    if (closed_at === undefined) return;
    await transact(...(await forAccounts(uuid, reopening)));
  });
  for (const webhook of await webhooksOf(uuid)) {
    if (webhook.is_closed) await unlessGone(enableWebhook(webhook));
  }
  return describeReseller(await requireReseller(uuid));
}

async function requireOwn(uuid: string, advice: string): Promise<ResellerRecord> {
  const reseller = await requireReseller(uuid);
  assertNoSandbox(reseller, advice);
  return reseller;
}

/** A write for a reseller, and one for its sandbox, or the check that none is made meanwhile. */
async function forAccounts(uuid: string, writeFor: (uuid: string) => Write): Promise<Write[]> {
  const sandbox = twinOf(uuid);
  const { data } = await Reseller.get({ uuid: sandbox }).go({ consistent: true });
  const none = checkOnly(
    Reseller.delete({ uuid: sandbox }).where(({ name }, { notExists }) => notExists(name)),
  );
  return [writeFor(uuid), data ? writeFor(sandbox) : none];
}

async function webhooksOf(uuid: string): Promise<WebhookRecord[]> {
  return (await Promise.all([uuid, twinOf(uuid)].map(findWebhooks))).flat();
}
