import { Deleted, type DeletedRecord } from "../../shared/entities/deleted.ts";
import { Erasure, type ErasureRecord, type OwnedKind } from "../../shared/entities/erasure.ts";
import { BY_CLIENTS, orderPartition } from "../../shared/lists/deleted.ts";
import { type Found, packFound, unpackFound } from "../../shared/lists/erasures.ts";
import {
  businessesOf,
  competitorsOf,
  type List,
  websitesOf,
} from "../../shared/lists/listedKind.ts";
import { batchDelete, batchGet, lookup } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { NEVER, timestamp } from "../../shared/time.ts";
import { eraseFromAnswers } from "./eraseFromAnswers.ts";
import { eraseFromDeliveries } from "./eraseFromDeliveries.ts";
import { eraseFromLog } from "./eraseFromLog.ts";
import { eraseFromMessages } from "./eraseFromMessages.ts";
import { forgetAddress } from "./forgetAddress.ts";
import { removals } from "./removals.ts";
import { settle } from "./settle.ts";

const HOUR_SECONDS = 3600;
/**
 * When the passes after the first one begin. By the second, what was on its way has been written; the last
 * one finds what failed and was tried again.
 */
const WAITS_SECONDS = [HOUR_SECONDS, 20 * HOUR_SECONDS];
const SETTLED_AT_ONCE = 8;

/**
 * Does one pass of a user's erasure, if it is due at the time of the message. Yields after each step. An
 * interrupted pass is repeated as a whole: what it has removed it does not find again.
 */
export async function* erase(due: OwnedKey & { due_at: string }): AsyncGenerator<void> {
  const { reseller_uuid, uuid } = due;
  const key = { reseller_uuid, uuid };
  const { data: erasure } = await Erasure.get(key).go({ consistent: true });
  if (erasure?.due_at !== due.due_at) return;
  const found = unpackFound(erasure);
  const deletions = yield* gather(key, found);
  await note(erasure, { found: packFound(found) });
  for (const { kind, record } of deletions) {
    if (kind === "user") await forgetAddress(key, String(record?.["email"]));
  }
  yield* removals.user(key);
  // The table's stream has what belongs to these follow.
  await batchDelete(
    Deleted,
    deletions.map((each) => ({ reseller_uuid, place: BY_CLIENTS, uuid: each.uuid })),
  );
  yield;
  const named = new Set([uuid, ...Object.values(found).flat()]);
  const webhooks = yield* eraseFromLog(reseller_uuid, named);
  yield* eraseFromDeliveries(reseller_uuid, { webhooks, named });
  yield* eraseFromMessages(named);
  await finish(erasure);
}

/**
 * Has all that belongs to the user taken out of its lists and kept, notes the uuids, and erases the stored
 * answers that show it. Returns what a client has deleted: the user, and what was deleted before.
 */
async function* gather(key: OwnedKey, found: Found): AsyncGenerator<void, DeletedRecord[]> {
  const { reseller_uuid, uuid: user_uuid } = key;
  const add = async (kept: DeletedRecord[]) => {
    for (const { kind, uuid } of kept) if (kind in found) found[kind as OwnedKind].push(uuid);
    await eraseFromAnswers(reseller_uuid, kept);
  };
  yield* settle("user", key);
  const deletions = await findDeletions(key);
  const kept = await keptAt(businessesOf({ reseller_uuid, user_uuid }));
  const own = deletions.filter(({ uuid, record }) =>
    [uuid, record?.["user_uuid"]].includes(user_uuid),
  );
  await add([...kept, ...own]);
  const businesses = [...new Set(found.business)];
  for (let first = 0; first < businesses.length; first += SETTLED_AT_ONCE) {
    const some = businesses.slice(first, first + SETTLED_AT_ONCE);
    yield* together(some.map((uuid) => settle("business", { reseller_uuid, uuid })));
    for (const business_uuid of some) {
      for (const listOf of [websitesOf, competitorsOf]) {
        await add(await keptAt(listOf({ reseller_uuid, business_uuid })));
      }
    }
  }
  // Older records do not name their user.
  const older = deletions.filter(
    (each) => !own.includes(each) && businesses.includes(String(each.record?.["business_uuid"])),
  );
  await add(older);
  return [...own, ...older];
}

/** What a client of the reseller has deleted, and may be the user's. */
async function findDeletions({ reseller_uuid }: OwnedKey): Promise<DeletedRecord[]> {
  const found: DeletedRecord[] = [];
  const partition = orderPartition(reseller_uuid);
  for await (const { Items = [] } of queryIndex({ index: "gsi2", partition })) {
    const keys = Items.map(({ gsi2sk }) => String(gsi2sk).split("#").at(-1) ?? "");
    const read = await batchGet(
      ...keys.map((uuid) =>
        lookup<DeletedRecord>(Deleted, { reseller_uuid, place: BY_CLIENTS, uuid }),
      ),
    );
    found.push(
      ...(read.filter(
        (each) => each?.record !== undefined && each.kind !== "webhook",
      ) as DeletedRecord[]),
    );
  }
  return found;
}

async function keptAt({ reseller_uuid, list }: List): Promise<DeletedRecord[]> {
  const { data } = await Deleted.query
    .atPlace({ reseller_uuid, place: list })
    .go({ consistent: true, pages: "all" });
  return data;
}

/** Advances some work concurrently; yields after each step. */
async function* together(all: AsyncGenerator<void>[]): AsyncGenerator<void> {
  let running = all;
  while (running.length > 0) {
    const steps = await Promise.all(running.map((each) => each.next()));
    running = running.filter((_, index) => !steps[index]?.done);
    yield;
  }
}

async function finish(erasure: ErasureRecord) {
  await note(erasure, afterPass(erasure));
}

/** What a pass of an erasure changes in its note: when the next one is due, and that nothing is left. */
export function afterPass({ passes, erased_at }: Pick<ErasureRecord, "passes" | "erased_at">) {
  const { [passes]: wait } = WAITS_SECONDS;
  const now = Date.now();
  const due_at = wait === undefined ? NEVER : timestamp(new Date(now + wait * 1000));
  const isErased = passes > 0 && erased_at === undefined;
  return {
    due_at,
    passes: passes + 1,
    ...(isErased && { erased_at: timestamp(new Date(now)) }),
  };
}

/** Changes the note of an erasure, unless another worker has finished the pass. */
async function note(
  { reseller_uuid, uuid, due_at }: ErasureRecord,
  changes: Partial<Omit<ErasureRecord, keyof OwnedKey>>,
) {
  await writeIfTrue(() =>
    Erasure.patch({ reseller_uuid, uuid })
      .set(changes)
      .where(({ due_at: current }, { eq }) => eq(current, due_at))
      .go(),
  );
}
