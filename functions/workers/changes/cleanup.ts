import { isEnding, keepDeleted } from "../../../shared/customers/keepDeleted.ts";
import type { DeletedRecord } from "../../../shared/entities/deleted.ts";
import type { ProspectRecord } from "../../../shared/entities/prospect.ts";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import { isErased } from "../../../shared/lists/deleted.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { type Outgoing, sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import { type Part, perRecord, readOnce } from "./part.ts";

/** Longer than a worker can go on writing results of a website after its deletion. */
const WRITTEN_SECONDS = 120;

/**
 * Keeps what is deleted, so that it can be restored, and has `functions/workers/cleanup` deal with what depends on
 * it: after a deletion, a restoration, or when the time for one is over. A website is dealt with again once
 * no worker can still be writing about it.
 */
export const cleanup: Part = async (changes, clock) => {
  const messages: Outgoing[] = [];
  const isEndingOnce = readOnce(isEnding);
  const isErasedOnce = readOnce((reseller_uuid: string, uuid: string) =>
    isErased({ reseller_uuid, uuid }),
  );
  const endOf: FindEnd = async (change) => {
    const { reseller_uuid } = change;
    if (await isEndingOnce(reseller_uuid)) return "removal";
    const user = userOf(change);
    return user && (await isErasedOnce(reseller_uuid, user)) ? "erasure" : undefined;
  };
  const follow = perRecord(async (change) => {
    messages.push(...(await messagesOf(change, endOf)));
  });
  await follow(changes, clock);
  await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), messages);
};

/** The kinds of which the clean-up removes something when they are gone for good. */
const REMOVED = ["user", "business", "website"];
/** Those that have lists. */
const SETTLED = ["user", "business"];

/** The user that a deleted record was, or belonged to; a webhook belongs to none. */
function userOf({ entity, uuid, before }: Change): string | undefined {
  return entity === "user" ? uuid : (before as { user_uuid?: string } | undefined)?.user_uuid;
}

/** Why what was deleted is not kept: its reseller is removed, or its user is erased. */
type FindEnd = (change: Change) => Promise<"removal" | "erasure" | undefined>;

async function messagesOf(change: Change, endOf: FindEnd): Promise<Outgoing[]> {
  if (change.entity === "deleted") return messagesOfDeleted(change);
  if (change.entity === "prospect") return await messagesOfProspect(change);
  const { entity, reseller_uuid: group, uuid } = change;
  const end = await endOf(change);
  const isKept = end === undefined;
  if (isKept) await keepDeleted(change);
  if (!(isKept ? SETTLED : REMOVED).includes(entity)) return [];
  const message = {
    ...{ reseller_uuid: group, uuid, entity },
    ...(isKept && { is_kept: true }),
    ...(end === "erasure" && entity === "user" && { is_erased: true }),
  };
  if (entity !== "website") return [{ message, group }];
  const { business_uuid } = change.before as WebsiteRecord;
  return removalOfWebsite({ ...message, business_uuid });
}

/** What the audit of a prospect wrote goes with it, unless it became a customer: then its website exists. */
async function messagesOfProspect(change: Change): Promise<Outgoing[]> {
  const { before } = imagesOf<ProspectRecord>(change);
  if (!before) return [];
  const key = { reseller_uuid: before.reseller_uuid, uuid: before.website_uuid };
  const { data: website } = await Website.get(key).go({ consistent: true });
  return website ? [] : removalOfWebsite({ ...key, entity: "website", business_uuid: before.uuid });
}

/** It is done again once no worker can still be writing about the website. */
function removalOfWebsite(
  message: OwnedKey & { entity: string; business_uuid: string },
): Outgoing[] {
  const outgoing = { message, group: message.reseller_uuid };
  return [outgoing, { ...outgoing, delaySeconds: WRITTEN_SECONDS }];
}

/** A record that was restored has lists to fill; one that was erased, or whose time is over, has something to remove. */
function messagesOfDeleted(change: Change): Outgoing[] {
  const { before, after } = imagesOf<DeletedRecord>(change);
  if (before?.record === undefined || after?.record !== undefined) return [];
  const { reseller_uuid: group, uuid, kind: entity } = before;
  if (after?.is_erased) {
    return [{ message: { reseller_uuid: group, uuid, entity, is_erased: true }, group }];
  }
  if (!(after ? SETTLED : REMOVED).includes(entity)) return [];
  const { business_uuid } = before.record as Partial<WebsiteRecord>;
  const message = {
    ...{ reseller_uuid: group, uuid, entity },
    ...(entity === "website" && { business_uuid }),
    ...(after && { is_kept: true }),
  };
  return [{ message, group }];
}
