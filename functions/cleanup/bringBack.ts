import { Deleted, type DeletedRecord } from "../../shared/entities/deleted.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { creation, newListed } from "../../shared/lists/createListed.ts";
import { markRestored } from "../../shared/lists/deleted.ts";
import {
  type AnyKind,
  type AnyListed,
  listedKinds,
  type OwnList,
} from "../../shared/lists/listedKinds.ts";
import { takeSequences, transactIfTrue, type Write } from "../../shared/table/transact.ts";
import { placeOf, revive } from "../deleted/revive.ts";

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
    const numbers = await takeNumbers(kind, { place, reseller_uuid, count: waiting.length });
    if (!numbers) return;
    for (let first = 0; first < waiting.length; first += WRITES_AT_ONCE) {
      const some = waiting.slice(first, first + WRITES_AT_ONCE);
      await Promise.all(
        some.map((deleted, index) => {
          const offset = first + index;
          return recreate(deleted.kind as OwnList["name"], deleted.record as AnyListed, {
            sequence: numbers.sequence + offset,
            account_sequence: numbers.account && numbers.account.first + offset,
            also: [markRestored(deleted)],
          });
        }),
      );
    }
    cursor = page.cursor;
    if (waiting.length > 0) yield;
  } while (cursor);
}

/** Takes sequence numbers for `count` records; undefined if the record that the list belongs to is gone. */
async function takeNumbers(
  { parent, accountCounter }: AnyKind,
  { place, reseller_uuid, count }: { place: object; reseller_uuid: string; count: number },
) {
  if (count === 0) return { sequence: 0, account: undefined };
  const counting = { entity: parent.entity, key: parent.key(place as never) };
  const reseller = { entity: Reseller, key: { uuid: reseller_uuid } };
  const [own, ofAccount] = await Promise.all([
    takeSequences(counting, [parent.counter], count),
    accountCounter && takeSequences(reseller, [accountCounter], count),
  ]);
  const sequence = own?.first[parent.counter];
  if (sequence === undefined || (accountCounter && !ofAccount)) return undefined;
  const first = accountCounter && ofAccount?.first[accountCounter];
  return { sequence, account: first === undefined ? undefined : { first } };
}

/**
 * Creates a record that there was before, with new numbers in its lists, in one transaction with `also`. Returns
 * false if a condition fails: the record exists, or its list is closed.
 */
async function recreate(
  name: OwnList["name"],
  former: AnyListed,
  {
    also,
    ...numbers
  }: { sequence: number; account_sequence: number | undefined; also: readonly Write[] },
): Promise<boolean> {
  const attributes = await revive(name, former);
  const record = newListed<AnyListed, object>({
    ...{ ...numbers, place: placeOf(former), attributes, former },
  });
  return await transactIfTrue(...also, ...creation(listedKinds[name], record));
}
