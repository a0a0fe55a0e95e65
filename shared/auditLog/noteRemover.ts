import { type AnyEntity, writeIfTrue } from "../platform/table/transact.ts";
import { noteActor } from "../vocabulary/actor.ts";

/**
 * Notes on a record who is about to remove it: the stream shows a removed record only as it was last.
 * Returns what `changed_by` must still be when it is removed; undefined if there is no such record.
 */
export async function noteRemover(entity: AnyEntity, key: object): Promise<string | undefined> {
  const changed_by = noteActor({ removes: Date.now() });
  const noted = await writeIfTrue(() => entity.patch(key).set({ changed_by }).go());
  return noted && changed_by;
}
