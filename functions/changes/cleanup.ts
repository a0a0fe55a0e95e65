import type { DeletedRecord } from "../../shared/entities/deleted.ts";
import type { Outgoing } from "../../shared/queues/sendMessages.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { isEnding, keepDeleted } from "./keepDeleted.ts";
import { type Part, perRecord, sendParcels } from "./part.ts";

/** Longer than a worker can go on writing results of a website after its deletion. */
const WRITTEN_SECONDS = 120;

/**
 * Keeps what is deleted, so that it can be restored, and has `functions/cleanup` deal with what depends on
 * it: after a deletion, a restoration, or when the time for one is over. A website is dealt with again once
 * no worker can still be writing about it.
 */
export const cleanup: Part = async (changes, clock) => {
  const messages = new Map<Change, Outgoing[]>();
  const endings = new Map<string, Promise<boolean>>();
  const isFinal = (reseller_uuid: string) => {
    const known = endings.get(reseller_uuid) ?? isEnding(reseller_uuid);
    endings.set(reseller_uuid, known);
    return known;
  };
  const follow = perRecord(async (change) => {
    messages.set(change, await messagesOf(change, isFinal));
  });
  const failed = await follow(changes, clock);
  const parcels = [...messages].flatMap(([change, all]) =>
    all.map((outgoing) => ({ outgoing, changes: [change] })),
  );
  return [...failed, ...(await sendParcels("CLEANUP_QUEUE_URL", parcels))];
};

/** The kinds of which the clean-up removes something when they are gone for good. */
const REMOVED = ["user", "business", "website", "webhook"];
/** Those that have lists, or checks. */
const SETTLED = ["user", "business", "website"];

async function messagesOf(
  change: Change,
  isFinal: (reseller_uuid: string) => Promise<boolean>,
): Promise<Outgoing[]> {
  if (change.entity === "deleted") return messagesOfDeleted(change);
  const { entity, reseller_uuid: group, uuid } = change;
  const isKept = !(await isFinal(group));
  if (isKept) await keepDeleted(change);
  if (!(isKept ? SETTLED : REMOVED).includes(entity)) return [];
  const message = { reseller_uuid: group, uuid, entity, ...(isKept && { is_kept: true }) };
  const outgoing = { message, group };
  return entity === "website"
    ? [outgoing, { ...outgoing, delaySeconds: WRITTEN_SECONDS }]
    : [outgoing];
}

/** A record that was restored has lists to fill; one whose time is over has left something to remove. */
function messagesOfDeleted(change: Change): Outgoing[] {
  const { before, after } = imagesOf<DeletedRecord>(change);
  if (before?.record === undefined || after?.record !== undefined) return [];
  const { reseller_uuid: group, uuid, kind: entity } = before;
  if (!(after ? SETTLED : REMOVED).includes(entity)) return [];
  return [
    { message: { reseller_uuid: group, uuid, entity, ...(after && { is_kept: true }) }, group },
  ];
}
