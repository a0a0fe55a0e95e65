import { findDeletions, readDeleted } from "../../../shared/customers/findDeleted.ts";
import { Deleted } from "../../../shared/entities/deleted.ts";
import { Prospect } from "../../../shared/entities/prospect.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { Share, type ShareRecord } from "../../../shared/entities/share.ts";
import { StoredValue } from "../../../shared/entities/storedValue.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { unlessGone } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { BY_CLIENTS } from "../../../shared/lists/deleted.ts";
import { forgetSlugs, removeShare, shares } from "../../../shared/lists/shares.ts";
import { emailKey, users } from "../../../shared/lists/users.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { batchDelete, removePartition } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { beginRemoval } from "../../../shared/resellers/closedResellers.ts";
import { twinOf } from "../../../shared/vocabulary/sandbox.ts";
import { ENTRIES_AT_ONCE, removeDeleted, removeList } from "./removeList.ts";

/** A record that is gone for good; of a website or prospect, the business under which its findings are. */
interface Gone extends OwnedKey {
  business_uuid?: string | undefined;
}

/** Removes the records that belong to a deleted one; yields after each step. */
type Removal = (deleted: Gone) => AsyncGenerator<void>;

/** The removals by the kind of the deleted record. What has no list of its own is removed by partition. */
export const removals = {
  reseller: removeReseller,
  user: removeDependentsOfUser,
  business: removeDependentsOfBusiness,
  website: removeDependentsOfWebsite,
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
 * users reach this worker by the stream and remove what belongs to them.
 */
async function* removeAccount(reseller_uuid: string) {
  const own = `reseller#${reseller_uuid}`;
  yield* removeDeleted({ reseller_uuid, place: BY_CLIENTS });
  yield* removeList(users, { reseller_uuid }, async (some) => {
    const keys = some.map(({ email }) => emailKey({ reseller_uuid, email }));
    await batchDelete(StoredValue, keys);
  });
  yield* removeList(shares, { reseller_uuid }, forgetSlugs);
  const whole = { consistent: true, pages: "all" } as const;
  const { data: prospects } = await Prospect.query.ofReseller({ reseller_uuid }).go(whole);
  await forgetSlugs(prospects);
  for (const name of ["webhooks", "prospects", "plans", "customFields", "alerts", "counts"])
    yield* removePartition({ partition: `${own}#${name}` });
  yield* removePartition({ partition: `${own}#user#${reseller_uuid}`, prefix: "reportMails" });
  await batchDelete(Reseller, [{ uuid: reseller_uuid }]);
}

/** Removes the businesses, shares and mails of a deleted user. */
async function* removeDependentsOfUser({ reseller_uuid, uuid }: OwnedKey) {
  yield* removeShares({ reseller_uuid, about: "user", about_uuid: uuid });
  yield* removeList(businesses, { reseller_uuid, user_uuid: uuid });
  // The user's own record has the same partition: it exists again if it was restored meanwhile.
  const partition = `reseller#${reseller_uuid}#user#${uuid}`;
  yield* removePartition({ partition, prefix: "reportMails" });
  yield* removePartition({ partition, prefix: "mail#" });
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

/** Removes the checks, figures, findings and feed of a deleted website, also those that were written meanwhile. */
async function* removeDependentsOfWebsite({ reseller_uuid, uuid, business_uuid }: Gone) {
  const own = `reseller#${reseller_uuid}`;
  yield* removeShares({ reseller_uuid, about: "website", about_uuid: uuid });
  for (const name of ["uptime", "checks", "maintenance"])
    yield* removePartition({ partition: `${own}#website#${uuid}#${name}` });
  if (business_uuid) {
    const partition = `${own}#business#${business_uuid}#findings`;
    yield* removePartition({ partition, prefix: `${uuid}#` });
  }
  yield* removePartition({ partition: `${own}#feed#${uuid}` });
  yield* removePartition({ partition: `${own}#website#${uuid}#feed` });
}

/** Removes the shares of a deleted website, business or user. Their pages ended with the record itself. */
async function* removeShares(record: Pick<ShareRecord, "reseller_uuid" | "about" | "about_uuid">) {
  const { data } = await Share.query.ofRecord(record).go({ pages: "all" });
  for (const { reseller_uuid, uuid } of data) {
    await unlessGone(removeShare({ reseller_uuid, uuid }));
    yield;
  }
}
