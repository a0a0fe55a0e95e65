import { placeOf, revive } from "../../../shared/customers/revive.ts";
import { Deleted, type DeletedRecord } from "../../../shared/entities/deleted.ts";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { BY_CLIENTS, markRestored, restorableUntil } from "../../../shared/lists/deleted.ts";
import {
  type AnyListed,
  isListed,
  type ListedName,
  listedKinds,
} from "../../../shared/lists/listedKinds.ts";
import { assertRoom, limitOf } from "../../../shared/lists/recordLimits.ts";
import { assertFreeEmail, emailCreation } from "../../../shared/lists/users.ts";
import {
  NotAuthenticated,
  RecordNotFound,
  ValidationFailed,
} from "../../../shared/platform/errors.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { retryOnConflict, transact, type Write } from "../../../shared/platform/table/transact.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { forgiven } from "../../../shared/webhooks/health.ts";
import { changedWebhook, webhookCreation } from "../../../shared/webhooks/webhook.ts";

const FIELD = "deletion_uuid";

/**
 * Restores what a client has deleted, at the end of its list, in one transaction with `also`. The table's
 * stream has what was deleted with it follow. Throws RecordNotFound, and ValidationFailed if there is no room
 * or place for it.
 */
export async function restore(key: OwnedKey, also: (deleted: DeletedRecord) => Write[] = () => []) {
  const deleted = await getDeleted(key);
  const { data: reseller } = await Reseller.get({ uuid: key.reseller_uuid }).go({
    consistent: true,
  });
  if (!reseller) throw new NotAuthenticated();
  const writes = () => [markRestored(deleted), ...also(deleted)];
  if (isListed(deleted.kind)) await restoreListed(deleted, { reseller, writes });
  else await restoreWebhook(deleted, { reseller, writes });
}

/** What a client has deleted; throws RecordNotFound if that is restored or erased, or its time is over. */
async function getDeleted({ reseller_uuid, uuid }: OwnedKey): Promise<DeletedRecord> {
  const key = { reseller_uuid, place: BY_CLIENTS, uuid };
  const { data } = await Deleted.get(key).go({ consistent: true });
  if (!data?.record || restorableUntil(data) <= Date.now()) throw new RecordNotFound("deletions");
  return data;
}

interface Restoration {
  reseller: ResellerRecord;
  /** The writes that belong to the same transaction. */
  writes(): Write[];
}

const LIMITS = {
  user: "max_users",
  website: "max_websites_per_business",
  competitor: "max_competitors_per_business",
} as const;

const ROOM = { business: "max_businesses", website: "max_websites" } as const;

const PARENTS = { business: "user", website: "business", competitor: "business" } as const;

async function restoreListed(deleted: DeletedRecord, { reseller, writes }: Restoration) {
  const name = deleted.kind as ListedName;
  const former = deleted.record as AnyListed;
  const user = name === "user" ? (deleted.record as UserRecord) : undefined;
  const limit = name === "business" ? undefined : limitOf(reseller, LIMITS[name], FIELD);
  const restored = await createListed(listedKinds[name], placeOf(former), {
    attributes: await revive(name, former),
    former,
    limit,
    check: async () => {
      await getDeleted(deleted);
      if (user)
        await assertFreeEmail(user.reseller_uuid, user.email, "Email belongs to another user now");
      if (name === "business" || name === "website")
        assertRoom(reseller, await readCounts(reseller.uuid), { [ROOM[name]]: FIELD });
    },
    also: () => [...(user ? [emailCreation(user)] : []), ...writes()],
  });
  if (restored || name === "user") return;
  const parent = PARENTS[name];
  const exists = `The ${parent} of this ${name} is deleted: restore the ${parent} first`;
  throw new ValidationFailed({ [`${parent}_uuid`]: { exists } });
}

/** Restores a webhook with its secrets, and has its pending deliveries sent now. */
async function restoreWebhook(deleted: DeletedRecord, { reseller, writes }: Restoration) {
  const former = deleted.record as WebhookRecord;
  const { most, exceeded } = limitOf(reseller, "max_webhooks", FIELD);
  await retryOnConflict(async () => {
    const [{ data: current }] = await Promise.all([
      Reseller.get({ uuid: reseller.uuid }).go({ consistent: true }),
      getDeleted(deleted),
    ]);
    if ((current?.webhook_count ?? 0) >= most) throw exceeded;
    // Later than before, so that a later deletion is known as such.
    const since = Math.max(Date.now(), Date.parse(former.updated_at) + 1000);
    const updated_at = timestamp(new Date(since));
    const health = former.disabled_at ? undefined : forgiven(new Date());
    const webhook = changedWebhook(former, { updated_at, health });
    await transact(...webhookCreation(webhook, most), ...writes());
  });
}
