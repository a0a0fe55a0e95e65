import type { ListedName, OwnList } from "../../../shared/lists/listedKinds.ts";
import { type AnyKind, listedKinds, listsOf } from "../../../shared/lists/listedKinds.ts";
import { readClosing, reopen } from "../../../shared/lists/stripes.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { transactIfTrue, type Write, write } from "../../../shared/platform/table/transact.ts";
import { bringBack } from "./bringBack.ts";
import { takeOut } from "./takeOut.ts";

/**
 * Makes the records that belong to a record match it: after its deletion, they are taken out of the lists and
 * kept; after its restoration, they come back. Yields after each step; an interrupted call can be repeated, and
 * several may run at once.
 */
export async function* settle(name: ListedName, key: OwnedKey): AsyncGenerator<void> {
  const owner = { kind: listedKinds[name], key };
  for (const own of listsOf(name, key)) {
    // The record may be deleted or restored in the meantime, so each list is decided anew.
    if (await exists(owner)) yield* fill(owner, own);
    else yield* takeOut(own);
  }
}

/** The record that a list belongs to. */
interface Owner {
  kind: AnyKind;
  key: OwnedKey;
}

async function exists({ kind, key }: Owner): Promise<boolean> {
  return (await kind.get(key)).data !== null;
}

/**
 * Fills the list of a restored record. While the list is closed, its clean-up may be under way: that is
 * finished first. Once the list is open, no clean-up removes anything from it.
 */
async function* fill(owner: Owner, own: OwnList) {
  const list = listedKinds[own.name].list(own.place as never);
  if ((await readClosing(list)).isClosed) {
    yield* takeOut(own);
    await transactIfTrue(isThere(owner), ...(await reopen(list)));
  }
  yield* bringBack(own);
}

function isThere({ kind, key }: Owner): Write {
  return write(kind.entity, (entity) =>
    entity
      .check(key)
      .where((record, { exists }) => exists(record["uuid"] as never))
      .commit(),
  );
}
