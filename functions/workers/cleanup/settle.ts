import { placeOf, revive } from "../../../shared/customers/revive.ts";
import { Deleted, type DeletedRecord } from "../../../shared/entities/deleted.ts";
import { ListEntry } from "../../../shared/entities/list.ts";
import { count } from "../../../shared/lists/account.ts";
import { removal } from "../../../shared/lists/changeListed.ts";
import { creation, newListed } from "../../../shared/lists/createListed.ts";
import { deletedItem, markRestored } from "../../../shared/lists/deleted.ts";
import type { List } from "../../../shared/lists/listedKind.ts";
import {
  type AnyListed,
  type ListedName,
  listedKinds,
  listsOf,
  type OwnList,
} from "../../../shared/lists/listedKinds.ts";
import { closedFor, isIn, readClosing, reopen } from "../../../shared/lists/stripes.ts";
import { TooBusy } from "../../../shared/platform/errors.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import {
  checkOnly,
  takeSequences,
  transactIfTrue,
} from "../../../shared/platform/table/transact.ts";

/** Records that are read at once. */
const RECORDS_AT_ONCE = 100;
/** Records that are written at once. Consecutive numbers are in different stripes of the list. */
const WRITES_AT_ONCE = 8;

/**
 * Makes the records that belong to a record match it: after its deletion, they are taken out of the lists and
 * kept; after its restoration, they come back. Yields after each step; an interrupted call can be repeated, and
 * several may run at once.
 */
export async function* settle(name: ListedName, owner: OwnedKey): AsyncGenerator<void> {
  const kind = listedKinds[name];
  const key = { reseller_uuid: owner.reseller_uuid, uuid: owner.uuid };
  for (const own of listsOf(name, key)) {
    // The record may be deleted or restored in the meantime, so each list is decided anew.
    if (!(await kind.get(key)).data) {
      yield* takeOut(own);
      continue;
    }
    const list = listedKinds[own.name].list(own.place);
    // While the list is closed, its clean-up may be under way: that is finished first. Once the list is open, no
    // clean-up removes anything from it.
    if ((await readClosing(list)).isClosed) {
      yield* takeOut(own);
      const isThere = checkOnly(kind.entity.remove(key));
      await transactIfTrue(isThere, ...(await reopen(list)));
    }
    yield* bringBack(own);
  }
}

/**
 * Removes the records of a closed list, and keeps each beside the list in the same transaction. Stops when
 * the list is open again. A record that changes meanwhile is read anew.
 */
async function* takeOut({ name, place }: OwnList): AsyncGenerator<void> {
  const kind = listedKinds[name];
  const list = kind.list(place);
  for (let closing = await readClosing(list); closing.isClosed; closing = await readClosing(list)) {
    const { data } = await ListEntry.query
      .inOrder(list)
      .go({ consistent: true, limit: RECORDS_AT_ONCE });
    // What was added since a restoration is in stripes that had no number before.
    const entries = data.filter(({ sequence }) => isIn(closing.closed, list, sequence));
    if (entries.length === 0) return;
    const { reseller_uuid } = list;
    const records = await batchGet(
      ...entries.map(({ record }) => {
        const key = { reseller_uuid, uuid: String(record["uuid"]) };
        return lookup<AnyListed>(kind.entity, key);
      }),
    );
    const results: boolean[] = [];
    for (let first = 0; first < entries.length; first += WRITES_AT_ONCE) {
      const some = entries.slice(first, first + WRITES_AT_ONCE);
      const each = some.map(({ sequence }, index) =>
        takeOutOne(name, { list, sequence, record: records[first + index] }),
      );
      results.push(...(await Promise.all(each)));
    }
    // Another worker was faster, or the list was opened: the message is tried again.
    if (!results.includes(true)) throw new TooBusy(`Nothing could be taken out of ${list.list}`);
    yield;
  }
}

async function takeOutOne(
  name: ListedName,
  { list, sequence, record }: { list: List; sequence: number; record: AnyListed | undefined },
): Promise<boolean> {
  const entry = ListEntry.remove({ ...list, sequence });
  const isClosed = closedFor(list, sequence);
  // A record that has another place by now has left this entry behind.
  if (record?.sequence !== sequence) return await transactIfTrue(entry, isClosed);
  const kind = listedKinds[name];
  return await transactIfTrue(
    ...removal(kind, record),
    entry,
    Deleted.put(deletedItem(name, record, { place: list.list })),
    ...count(kind, record, undefined),
    isClosed,
  );
}

/**
 * Restores what was deleted with the record that a list belongs to, each record in one transaction. Records
 * that another worker restores at the same time are left to it. Stops when the record is deleted again.
 */
async function* bringBack({ name, place }: OwnList): AsyncGenerator<void> {
  const kind = listedKinds[name];
  const { parent } = kind;
  const { reseller_uuid, list } = kind.list(place);
  let cursor: string | null = null;
  do {
    const page: { data: DeletedRecord[]; cursor: string | null } = await Deleted.query
      .atPlace({ reseller_uuid, place: list })
      .go({ consistent: true, limit: RECORDS_AT_ONCE, cursor });
    cursor = page.cursor;
    const waiting = page.data.filter(({ record }) => record !== undefined);
    if (waiting.length === 0) continue;
    const counting = { entity: parent.entity, key: parent.key(place) };
    const numbers = await takeSequences(counting, parent.counter, waiting.length);
    if (!numbers) return;
    const { first } = numbers;
    for (let begun = 0; begun < waiting.length; begun += WRITES_AT_ONCE) {
      const some = waiting.slice(begun, begun + WRITES_AT_ONCE);
      await Promise.all(some.map((deleted, index) => recreate(deleted, first + begun + index)));
    }
    yield;
  } while (cursor);
}

/** Creates a deleted record again, with a new number in its list; does nothing if it exists, or its list is closed. */
async function recreate(deleted: DeletedRecord, sequence: number) {
  const name = deleted.kind as ListedName;
  const former = deleted.record as AnyListed;
  const kind = listedKinds[name];
  const attributes = await revive(name, former);
  const record = newListed<AnyListed>({ sequence, place: placeOf(former), attributes, former });
  await transactIfTrue(
    markRestored(deleted),
    ...creation(kind, record),
    ...count(kind, undefined, record),
  );
}
