import * as z from "zod/mini";
import { readPageOfDeleted } from "../../../shared/customers/findDeleted.ts";
import { placeOf, revive } from "../../../shared/customers/revive.ts";
import {
  Deleted,
  type DeletedRecord,
  type RestorableKind,
} from "../../../shared/entities/deleted.ts";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf, doneOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { assertPauseOver } from "../../../shared/limits/rates.ts";
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
import { deletedSchema } from "./accountSchemas.ts";

/** A deleted record as the API shows it. */
function presentDeleted(deleted: DeletedRecord): z.output<typeof deletedSchema> {
  const { uuid, kind, record = {}, deleted_at } = deleted;
  const { hostname, email, endpoint, name, user_uuid, business_uuid } = record as Record<
    string,
    string | undefined
  >;
  return {
    uuid,
    // Checks are not in this place.
    type: kind as RestorableKind,
    name: hostname ?? email ?? endpoint ?? name ?? "",
    user_uuid: user_uuid ?? null,
    business_uuid: business_uuid ?? null,
    deleted_at,
  };
}

export const listDeleted = endpoint({
  route: "GET /v1/account/deleted",
  id: "listDeleted",
  summary: "List what you have deleted",
  details:
    "What was deleted in the last seven days and can be restored, newest first. What was deleted with a record, such as the websites of a business, is restored with it and not listed. A deletion appears within seconds. A page may have fewer records than `per_page`: what was restored in the meantime is left out.",
  response: () => cursorPageOf(deletedSchema),
  isStrict: true,
  query: z.object(cursorQuery),
  async answer({ reseller_uuid, query, event }) {
    const { cursor, per_page: limit } = query;
    const { records, next } = await readPageOfDeleted(reseller_uuid, { cursor, limit });
    return continued(event, query, { records: records.map(presentDeleted), next });
  },
});

const HOUR_SECONDS = 3600;

/** Restores a deleted record at once; `functions/workers/cleanup` restores what was deleted with it. */
export const restoreDeleted = postEndpoint({
  route: "POST /v1/account/deleted/{deletion_uuid}/restore",
  id: "restoreDeleted",
  summary: "Restore a deleted record",
  details:
    "The record keeps its `uuid` and comes last in its list; a webhook is where it was. What was deleted with it follows within seconds, or minutes if it is much, and does not count against limits. 422 if the account or list is full (rule `max`), if the record that it belonged to does not exist (`exists`), or if another user has the e-mail address now (`unique`). 429 if the record was restored within the hour.",
  refuses: true,
  response: () => doneOf("User restored", deletedSchema),
  async answer({ reseller_uuid, uuid, keep }) {
    await restore({ reseller_uuid, uuid }, (deleted) => {
      // A request costs the same however much comes back with the record.
      assertPauseOver(deleted.restored_at, HOUR_SECONDS, "The record was restored within the hour");
      const data = presentDeleted(deleted);
      return keep(done(`${data.type.charAt(0).toUpperCase()}${data.type.slice(1)} restored`, data));
    });
  },
});

const FIELD = "deletion_uuid";

/**
 * Restores what a client has deleted, at the end of its list, in one transaction with `also`. The table's
 * stream has what was deleted with it follow. Throws RecordNotFound, and ValidationFailed if there is no room
 * or place for it.
 */
async function restore(key: OwnedKey, also: (deleted: DeletedRecord) => Write[]) {
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
    also: async () => {
      await getDeleted(deleted);
      if (user)
        await assertFreeEmail(user.reseller_uuid, user.email, "Email belongs to another user now");
      if (name === "business" || name === "website")
        assertRoom(reseller, await readCounts(reseller.uuid), { [ROOM[name]]: FIELD });
      return [...(user ? [emailCreation(user)] : []), ...writes()];
    },
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
