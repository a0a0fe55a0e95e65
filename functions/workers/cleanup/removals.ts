import { forgetAlerts } from "../../../shared/alerts/alerts.ts";
import { findDeletions, readDeleted } from "../../../shared/customers/findDeleted.ts";
import { AccountCounts } from "../../../shared/entities/accountCounts.ts";
import { CustomFields } from "../../../shared/entities/customFields.ts";
import { Deleted } from "../../../shared/entities/deleted.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { EmailAddress, emailAddressKey } from "../../../shared/entities/emailAddress.ts";
import { FeedCounter, FeedItem } from "../../../shared/entities/feedItem.ts";
import { Maintenance } from "../../../shared/entities/maintenance.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { Prospect } from "../../../shared/entities/prospect.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { Share, type ShareRecord } from "../../../shared/entities/share.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { forgetFindings } from "../../../shared/findings/forgetFindings.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { unlessGone } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { BY_CLIENTS } from "../../../shared/lists/deleted.ts";
import { forgetTokens, removeShare, shares } from "../../../shared/lists/shares.ts";
import { users } from "../../../shared/lists/users.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { forgetMails } from "../../../shared/mail/mails.ts";
import { batchDelete } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { transact } from "../../../shared/platform/table/transact.ts";
import { forgetReportMails } from "../../../shared/reports/reportMails.ts";
import { beginRemoval } from "../../../shared/resellers/closedResellers.ts";
import { forgetAuditCheck } from "../../../shared/uptime/audits.ts";
import { forgetMonitor } from "../../../shared/uptime/roster.ts";
import { twinOf } from "../../../shared/vocabulary/sandbox.ts";
import { healthRemoval } from "../../../shared/webhooks/health.ts";
import { forgetWebhooks } from "../../../shared/webhooks/webhook.ts";
import { ENTRIES_AT_ONCE, removeDeleted, removeList } from "./removeList.ts";

/** Removes the records that belong to a deleted one; yields after each step. */
type Removal = (deleted: OwnedKey) => AsyncGenerator<void>;

/** The removals by the kind of the deleted record. */
export const removals = {
  reseller: removeReseller,
  user: removeDependentsOfUser,
  business: removeDependentsOfBusiness,
  website: removeDependentsOfWebsite,
  webhook: removeDeliveries,
} satisfies Record<string, Removal>;

/** Removes a reseller and its sandbox, unless it was reopened. */
async function* removeReseller({ reseller_uuid }: OwnedKey) {
  if (!(await beginRemoval(reseller_uuid))) return;
  const uuid = twinOf(reseller_uuid);
  const { data: sandbox } = await Reseller.get({ uuid }).go({ consistent: true });
  if (sandbox) yield* removeAccount(uuid);
  yield* removeAccount(reseller_uuid);
}

/**
 * Removes the records of a reseller or sandbox, and then the reseller itself. The deletions of its
 * users and webhooks reach this worker by the stream and remove what belongs to them.
 */
async function* removeAccount(reseller_uuid: string) {
  yield* removeDeleted({ reseller_uuid, place: BY_CLIENTS });
  yield* removeList(users, { reseller_uuid }, async (found) => {
    const claims = found.map(({ email }) => emailAddressKey(reseller_uuid, email));
    await batchDelete(EmailAddress, claims);
  });
  yield* removeList(shares, { reseller_uuid }, async (found) => {
    await forgetTokens(found);
  });
  const whole = { consistent: true, pages: "all" } as const;
  await forgetWebhooks(reseller_uuid);
  const { data: prospects } = await Prospect.query.ofReseller({ reseller_uuid }).go(whole);
  await forgetTokens(prospects);
  await batchDelete(
    Prospect,
    prospects.map(({ uuid }) => ({ reseller_uuid, uuid })),
  );
  const { data: plans } = await Plan.query.ofReseller({ reseller_uuid }).go(whole);
  await batchDelete(
    Plan,
    plans.map(({ uuid }) => ({ reseller_uuid, uuid })),
  );
  await batchDelete(CustomFields, [{ reseller_uuid }]);
  await forgetReportMails({ reseller_uuid, uuid: reseller_uuid });
  await forgetAlerts(reseller_uuid);
  const { data: counts } = await AccountCounts.query.ofReseller({ reseller_uuid }).go(whole);
  await batchDelete(AccountCounts, counts);
  await batchDelete(Reseller, [{ uuid: reseller_uuid }]);
}

/** Removes the businesses, shares and mails of a deleted user. */
async function* removeDependentsOfUser({ reseller_uuid, uuid }: OwnedKey) {
  yield* removeShares({ reseller_uuid, about: "user", about_uuid: uuid });
  await forgetReportMails({ reseller_uuid, uuid });
  yield* removeList(businesses, { reseller_uuid, user_uuid: uuid });
  await forgetMails({ reseller_uuid, about: "user", uuid });
}

/** Removes for good what a client had deleted of an erased user before. The table's stream has the rest follow. */
export async function* removeDeletionsOf({ reseller_uuid, uuid }: OwnedKey) {
  const deletions = await findDeletions(reseller_uuid);
  for (let first = 0; first < deletions.length; first += ENTRIES_AT_ONCE) {
    const some = await readDeleted(reseller_uuid, deletions.slice(first, first + ENTRIES_AT_ONCE));
    const own = some.filter(({ record }) => record?.["user_uuid"] === uuid);
    if (own.length === 0) continue;
    await batchDelete(
      Deleted,
      own.map(({ place, uuid }) => ({ reseller_uuid, place, uuid })),
    );
    yield;
  }
}

/** Removes the websites and competitors of a deleted business. */
async function* removeDependentsOfBusiness({ reseller_uuid, uuid }: OwnedKey) {
  yield* removeShares({ reseller_uuid, about: "business", about_uuid: uuid });
  const place = { reseller_uuid, business_uuid: uuid };
  yield* removeList(websites, place);
  yield* removeList(competitors, place);
}

/** Removes the records of a deleted website, and its monitor and checks, which may have been written meanwhile. */
async function* removeDependentsOfWebsite({ reseller_uuid, uuid }: OwnedKey) {
  yield* removeShares({ reseller_uuid, about: "website", about_uuid: uuid });
  await forgetMonitor({ reseller_uuid, uuid });
  await forgetAuditCheck({ reseller_uuid, uuid });
  await forgetFindings({ reseller_uuid, uuid });
  await batchDelete(Maintenance, [{ reseller_uuid, uuid }]);
  const whole = { consistent: true, pages: "all" } as const;
  const { data: days } = await UptimeDay.query.ofWebsite({ reseller_uuid, uuid }).go(whole);
  await batchDelete(UptimeDay, days);
  const { data: downtimes } = await Downtime.query.ofWebsite({ reseller_uuid, uuid }).go(whole);
  await batchDelete(Downtime, downtimes);
  yield* removeFeed({ reseller_uuid, uuid });
}

/** Removes the shares of a deleted website, business or user. Their pages ended with the record itself. */
async function* removeShares(record: Pick<ShareRecord, "reseller_uuid" | "about" | "about_uuid">) {
  const { data: found } = await Share.query.ofRecord(record).go({ pages: "all" });
  for (const { reseller_uuid, uuid } of found) {
    await unlessGone(removeShare({ reseller_uuid, uuid }));
    yield;
  }
}

/** Removes the feed items of a deleted website, a page at a time. */
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

/** Removes the health of a deleted webhook, so that nothing more is sent. Its deliveries expire. */
async function* removeDeliveries({ reseller_uuid, uuid }: OwnedKey) {
  await transact(healthRemoval({ reseller_uuid, uuid }));
  yield;
}
