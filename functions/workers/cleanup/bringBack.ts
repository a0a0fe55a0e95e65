import { placeOf, revive } from "../../../shared/customers/revive.ts";
import { Deleted, type DeletedRecord } from "../../../shared/entities/deleted.ts";
import { count } from "../../../shared/lists/account.ts";
import { creation, newListed } from "../../../shared/lists/createListed.ts";
import { markRestored } from "../../../shared/lists/deleted.ts";
import type { Place } from "../../../shared/lists/listedKind.ts";
import {
  type AnyKind,
  type AnyListed,
  listedKinds,
  type OwnList,
} from "../../../shared/lists/listedKinds.ts";
import {
  takeSequences,
  transactIfTrue,
  type Write,
} from "../../../shared/platform/table/transact.ts";

const RECORDS_AT_ONCE = 100;
/** Consecutive numbers are in different stripes of the list. */
const WRITES_AT_ONCE = 8;

/**
 * Restores what was deleted with the record that a list belongs to, each record in one transaction. Records
 * that another worker restores at the same time are left to it. Stops when the record is deleted again.
 */
export async function* bringBack({ name, place }: OwnList): AsyncGenerator<void> {
  const kind = listedKinds[name];
  const { reseller_uuid, list } = kind.list(place as never);
  let cursor: string | null = null;
  do {
    const page: { data: DeletedRecord[]; cursor: string | null } = await Deleted.query
      .atPlace({ reseller_uuid, place: list })
      .go({ consistent: true, limit: RECORDS_AT_ONCE, cursor });
    const waiting = page.data.filter(({ record }) => record !== undefined);
    const first = await takeNumbers(kind, place, waiting.length);
    if (first === undefined) return;
    for (let begun = 0; begun < waiting.length; begun += WRITES_AT_ONCE) {
      const some = waiting.slice(begun, begun + WRITES_AT_ONCE);
      await Promise.all(
        some.map((deleted, index) =>
          recreate(deleted.kind as OwnList["name"], deleted.record as AnyListed, {
            sequence: first + begun + index,
            also: [markRestored(deleted)],
          }),
        ),
      );
    }
    cursor = page.cursor;
    if (waiting.length > 0) yield;
  } while (cursor);
}

/** The first of `count` new sequence numbers; undefined if the record that the list belongs to is gone. */
async function takeNumbers({ parent }: AnyKind, place: Place, count: number) {
  if (count === 0) return 0;
  const counting = { entity: parent.entity, key: parent.key(place as never) };
  const numbers = await takeSequences(counting, [parent.counter], count);
  return numbers?.first[parent.counter];
}

/**
 * Creates a record that there was before, with a new number in its list, in one transaction with `also`. Returns
 * false if a condition fails: the record exists, or its list is closed.
 */
async function recreate(
  name: OwnList["name"],
  former: AnyListed,
  { sequence, also }: { sequence: number; also: readonly Write[] },
): Promise<boolean> {
  const kind = listedKinds[name];
  const attributes = await revive(name, former);
  const record = newListed<AnyListed>({
    ...{ sequence, place: placeOf(former), attributes, former },
  });
  return await transactIfTrue(
    ...also,
    ...creation(kind, record),
    ...count(kind, undefined, record),
  );
}
