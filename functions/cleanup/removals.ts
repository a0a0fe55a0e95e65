import { forgetChecks } from "../../shared/checks/forgetChecks.ts";
import { CustomFields } from "../../shared/entities/customFields.ts";
import { DeliveryCounter } from "../../shared/entities/deliveryCounter.ts";
import { DeliveryLane } from "../../shared/entities/deliveryLane.ts";
import { DeliveryReplay } from "../../shared/entities/deliveryReplay.ts";
import { DeliveryRetry } from "../../shared/entities/deliveryRetry.ts";
import { Downtime } from "../../shared/entities/downtime.ts";
import { EmailAddress, emailAddressKey } from "../../shared/entities/emailAddress.ts";
import { FeedCounter } from "../../shared/entities/feedCounter.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { ListStripe } from "../../shared/entities/listStripe.ts";
import { Mail } from "../../shared/entities/mail.ts";
import { Maintenance } from "../../shared/entities/maintenance.ts";
import { Plan } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { UptimeDay } from "../../shared/entities/uptimeDay.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { accountList, forgetInAccount } from "../../shared/lists/account.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import type { ListedKind, ListedRecord, OwnedKey } from "../../shared/lists/listedKind.ts";
import { ensureClosed, readClosing } from "../../shared/lists/stripes.ts";
import { users } from "../../shared/lists/users.ts";
import { websites } from "../../shared/lists/websites.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { batchDelete, batchGet, lookup } from "../../shared/table/batch.ts";

const ENTRIES_AT_ONCE = 100;

/** Removes some of what depends on a deleted record; yields after each step, until nothing is left. */
type Removal = (deleted: OwnedKey) => AsyncGenerator<void>;

/** By the kind of record that was deleted. */
export const removals = {
  reseller: removeReseller,
  user: removeDependentsOfUser,
  business: removeDependentsOfBusiness,
  website: removeDependentsOfWebsite,
  webhook: removeDeliveries,
} satisfies Record<string, Removal>;

/** Removes a reseller, whose keys are gone already, with its sandbox. */
async function* removeReseller({ reseller_uuid }: OwnedKey) {
  const uuid = twinOf(reseller_uuid);
  const [sandbox] = await batchGet(lookup<ResellerRecord>(Reseller, { uuid }));
  if (sandbox?.sandbox_of === reseller_uuid) yield* removeAccount(uuid);
  yield* removeAccount(reseller_uuid);
}

/**
 * Removes all that a reseller or a sandbox has, and itself at last. What depends on its users and
 * webhooks follows from their own deletions, by the stream.
 */
async function* removeAccount(reseller_uuid: string) {
  yield* removeAccountLists(reseller_uuid);
  yield* removeList(users, { reseller_uuid }, async (found) => {
    const claims = found.map(({ email }) => emailAddressKey(reseller_uuid, email));
    await batchDelete(EmailAddress, claims);
  });
  const whole = { consistent: true, pages: "all" } as const;
  const { data: webhooks } = await Webhook.query.ofReseller({ reseller_uuid }).go(whole);
  await batchDelete(
    Webhook,
    webhooks.map(({ uuid }) => ({ reseller_uuid, uuid })),
  );
  yield;
  const { data: plans } = await Plan.query.ofReseller({ reseller_uuid }).go(whole);
  await batchDelete(
    Plan,
    plans.map(({ uuid }) => ({ reseller_uuid, uuid })),
  );
  await batchDelete(CustomFields, [{ reseller_uuid }]);
  await batchDelete(Reseller, [{ uuid: reseller_uuid }]);
}

/** Removes the lists of all websites and businesses: what depends on users need not leave them one by one. */
async function* removeAccountLists(reseller_uuid: string) {
  for (const { name, parts } of [websites.account, businesses.account].filter((each) => !!each)) {
    const list = accountList(reseller_uuid, name);
    const ofParts = Object.keys(parts).map((part) => accountList(reseller_uuid, name, part));
    for (const each of [list, ...ofParts]) await ensureClosed(each);
    while (true) {
      const { data: entries } = await ListEntry.query
        .inOrder(list)
        .go({ consistent: true, limit: ENTRIES_AT_ONCE });
      if (entries.length === 0) break;
      await batchDelete(
        ListEntry,
        entries.map(({ sequence }) => ({ ...list, sequence })),
      );
      yield;
    }
    for (const each of [list, ...ofParts]) {
      await batchDelete(ListStripe, (await readClosing(each)).open);
    }
  }
}

/** Removes the businesses of a deleted user, and what became of the mails to the user. */
async function* removeDependentsOfUser({ reseller_uuid, uuid }: OwnedKey) {
  yield* removeList(businesses, { reseller_uuid, user_uuid: uuid });
  const { data: mails } = await Mail.query
    .ofRecord({ reseller_uuid, about: "user", uuid })
    .go({ consistent: true, pages: "all" });
  await batchDelete(
    Mail,
    mails.map(({ occasion }) => ({ reseller_uuid, about: "user" as const, uuid, occasion })),
  );
}

/** Removes the websites and competitors of a deleted business, however many there are. */
async function* removeDependentsOfBusiness({ reseller_uuid, uuid }: OwnedKey) {
  const place = { reseller_uuid, business_uuid: uuid };
  yield* removeList(websites, place);
  yield* removeList(competitors, place);
}

/** Removes what a deleted website leaves, and its checks: one may have been written while it was deleted. */
async function* removeDependentsOfWebsite({ reseller_uuid, uuid }: OwnedKey) {
  await forgetChecks({ reseller_uuid, uuid });
  await batchDelete(Maintenance, [{ reseller_uuid, uuid }]);
  const whole = { consistent: true, pages: "all" } as const;
  const { data: days } = await UptimeDay.query.ofWebsite({ reseller_uuid, uuid }).go(whole);
  await batchDelete(UptimeDay, days);
  const { data: downtimes } = await Downtime.query.ofWebsite({ reseller_uuid, uuid }).go(whole);
  await batchDelete(Downtime, downtimes);
  yield* removeFeed({ reseller_uuid, uuid });
}

/** Removes the feed items of a deleted website, a page of them at a time. */
async function* removeFeed({ reseller_uuid, uuid: website_uuid }: OwnedKey) {
  while (true) {
    const { data: items } = await FeedItem.query
      .ofWebsite({ reseller_uuid, website_uuid })
      .go({ consistent: true });
    if (items.length === 0) break;
    await batchDelete(FeedItem, items);
    yield;
  }
  await batchDelete(FeedCounter, [{ reseller_uuid, website_uuid }]);
}

/**
 * Removes what is still to be done for a deleted webhook: its lane, retries, replays and counter.
 * The log of its deliveries goes by itself in time.
 */
async function* removeDeliveries({ reseller_uuid, uuid }: OwnedKey) {
  const webhook = { reseller_uuid, webhook_uuid: uuid };
  await batchDelete(DeliveryLane, [{ reseller_uuid, uuid }]);
  await batchDelete(DeliveryCounter, [webhook]);
  const { data: replays } = await DeliveryReplay.query
    .ofWebhook(webhook)
    .go({ consistent: true, pages: "all" });
  await batchDelete(DeliveryReplay, replays);
  while (true) {
    const { data: retries } = await DeliveryRetry.query.bySoonest(webhook).go({ consistent: true });
    if (retries.length === 0) return;
    await batchDelete(DeliveryRetry, retries);
    yield;
  }
}

/**
 * Removes each record before its entry in the list: if this ends half-way, the entries that are
 * left say which records are. The website's own deletion then comes by the stream as well. `first`
 * removes what is known of the records only while they are there. The list is closed before it is
 * read, so that nothing is left that somebody was about to add.
 */
async function* removeList<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  first: (found: Listed[]) => Promise<void> = async () => {},
) {
  const { entity } = kind;
  const list = kind.list(place);
  const { reseller_uuid } = list;
  await ensureClosed(list);
  while (true) {
    const { data: entries } = await ListEntry.query
      .inOrder(list)
      .go({ consistent: true, limit: ENTRIES_AT_ONCE });
    if (entries.length === 0) break;
    await first(entries.map(({ record }) => record as unknown as Listed));
    const keys = entries.map(({ record }) => ({ reseller_uuid, uuid: String(record["uuid"]) }));
    await batchDelete<OwnedKey>(entity, keys);
    await forgetInAccount(
      kind,
      reseller_uuid,
      entries.map(({ record }) => record as unknown as Listed),
    );
    await batchDelete(
      ListEntry,
      entries.map(({ sequence }) => ({ ...list, sequence })),
    );
    yield;
  }
  await batchDelete(ListStripe, (await readClosing(list)).open);
}
