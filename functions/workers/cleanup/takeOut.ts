import { Deleted } from "../../../shared/entities/deleted.ts";
import { ListEntry } from "../../../shared/entities/list.ts";
import { count } from "../../../shared/lists/account.ts";
import { removal } from "../../../shared/lists/changeListed.ts";
import { deletedItem } from "../../../shared/lists/deleted.ts";
import type { List } from "../../../shared/lists/listedKind.ts";
import {
  type AnyKind,
  type AnyListed,
  listedKinds,
  type OwnList,
} from "../../../shared/lists/listedKinds.ts";
import { closedFor, isIn, readClosing } from "../../../shared/lists/stripes.ts";
import { batchGet, type Lookup, lookup } from "../../../shared/platform/table/batch.ts";
import { transactIfTrue, write } from "../../../shared/platform/table/transact.ts";

const ENTRIES_AT_ONCE = 100;
/** Each writes another stripe of the list. */
const RECORDS_AT_ONCE = 8;

/**
 * Removes the records of a closed list, and keeps each beside the list in the same transaction. Stops when
 * the list is open again. A record that changes meanwhile is read anew.
 */
export async function* takeOut({ name, place }: OwnList): AsyncGenerator<void> {
  const kind = listedKinds[name];
  const list = kind.list(place as never);
  for (let closing = await readClosing(list); closing.isClosed; closing = await readClosing(list)) {
    const { data } = await ListEntry.query
      .inOrder(list)
      .go({ consistent: true, limit: ENTRIES_AT_ONCE });
    // What was added since a restoration is in stripes that had no number before.
    const entries = data.filter(({ sequence }) => isIn(closing.closed, list, sequence));
    if (entries.length === 0) return;
    const { reseller_uuid } = list;
    const records = await batchGet(
      ...entries.map(({ record }) =>
        recordOf(kind, { reseller_uuid, uuid: String(record["uuid"]) }),
      ),
    );
    const results: boolean[] = [];
    for (let first = 0; first < entries.length; first += RECORDS_AT_ONCE) {
      const some = entries.slice(first, first + RECORDS_AT_ONCE);
      const each = some.map(({ sequence }, index) =>
        takeOutOne({ name, list, sequence, record: records[first + index] }),
      );
      results.push(...(await Promise.all(each)));
    }
    // Another worker was faster, or the list was opened: the message is tried again.
    if (!results.includes(true)) throw new Error(`Nothing could be taken out of ${list.list}`);
    yield;
  }
}

function recordOf({ entity }: AnyKind, key: { reseller_uuid: string; uuid: string }) {
  return lookup(entity as never, key) as Lookup<AnyListed>;
}

interface ListedEntry {
  name: OwnList["name"];
  list: List;
  sequence: number;
  record: AnyListed | undefined;
}

async function takeOutOne({ name, list, sequence, record }: ListedEntry): Promise<boolean> {
  const entry = write(ListEntry, (entity) => entity.remove({ ...list, sequence }).commit());
  const isClosed = closedFor(list, sequence);
  // A record that has another place by now has left this entry behind.
  if (record?.sequence !== sequence) return await transactIfTrue(entry, isClosed);
  const kind = listedKinds[name];
  return await transactIfTrue(
    ...removal(kind, record),
    entry,
    write(Deleted, (entity) =>
      entity.put(deletedItem(name, record, { place: list.list })).commit(),
    ),
    ...count(kind, record, undefined),
    isClosed,
  );
}
