import { ListEntry } from "../entities/list.ts";
import { RecordNotFound } from "../platform/errors.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import {
  type AnyEntity,
  retryOnConflict,
  transact,
  type Write,
  writeIfTrue,
} from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { noteActor } from "../vocabulary/actor.ts";
import { count } from "./account.ts";
import { hasParent, type ListedKind, type ListedRecord, type Place } from "./listedKind.ts";
import { close, leave, STRIPES } from "./stripes.ts";

/** A change of a record: the attributes to set, and further writes for the same transaction. */
export interface Change<Listed> {
  /** `undefined` removes an optional attribute. Without attributes, nothing is written. */
  set: Partial<Omit<Listed, keyof Place | Exclude<keyof ListedRecord, "updated_at">>>;
  also?: Write[];
}

/** A reseller's record; throws RecordNotFound, also if the record to which it belongs was deleted. */
export async function getListed<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  key: OwnedKey,
): Promise<Listed> {
  const { data } = await kind.get(key);
  if (data === null || !(await hasParent(kind, data))) throw new RecordNotFound(kind.table);
  return data;
}

/**
 * Changes a record and its copy in the list, and returns the changed record. `decide` returns the
 * change, or undefined for none; it is called again if another request has changed the record in
 * between. Throws RecordNotFound.
 */
export async function changeListed<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  key: OwnedKey,
  decide: (record: Listed) => Change<Listed> | undefined | Promise<Change<Listed> | undefined>,
): Promise<Listed> {
  return await retryOnConflict(async () => {
    const record = await getListed(kind, key);
    const change = await decide(record);
    if (change === undefined || Object.keys(change.set).length === 0) return record;
    const { changed, writes } = changesOf(kind, record, change.set);
    await transact(...writes, ...(change.also ?? []));
    return changed;
  });
}

/** A record with these attributes changed, and the writes for it. They fail if it has changed since it was read. */
export function changesOf<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  record: Listed,
  set: Change<Listed>["set"],
): { changed: Listed; writes: Write[] } {
  const { reseller_uuid, uuid } = record;
  const changes = { updated_at: timestamp(), ...set, revision: record.revision + 1 };
  const bare: Listed = { ...record, ...changes };
  const derived = kind.derive?.(bare);
  const changed = { ...bare, ...derived };
  const { reseller_uuid: _, ...copy } = changed;
  const writes = [
    kind.entity
      .patch({ reseller_uuid, uuid })
      .set({ ...changes, ...derived })
      .remove(removed(changes))
      .where(({ revision }, { eq }) => eq(revision, record.revision)),
    ListEntry.patch({ ...kind.list(changed), sequence: changed.sequence }).set({ record: copy }),
    ...count(kind, record, changed),
  ];
  return { changed, writes };
}

/**
 * Removes a record from its list and closes the lists that belong to it. `also` returns further writes
 * for the same transaction. Throws RecordNotFound.
 */
export async function removeListed<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  key: OwnedKey,
  also: (record: Listed) => Write[] = () => [],
) {
  await retryOnConflict(async () => {
    const record = await getListed(kind, key);
    const remover = await noteRemover(kind.entity, key);
    if (remover === undefined) throw new RecordNotFound(kind.table);
    const { sequence } = record;
    const list = kind.list(record);
    await transact(
      ...removal(kind, record, { changed_by: remover }),
      ListEntry.remove({ ...list, sequence }),
      leave(list, sequence),
      ...count(kind, record, undefined),
      ...also(record),
    );
  });
}

/**
 * The writes that remove a record and close the lists that belong to it. They fail if the record has changed, or if
 * the first numbers of such a list are being taken: only stripes with a number are closed.
 */
export function removal<Listed extends ListedRecord>(
  { entity, owns }: ListedKind<Listed>,
  { reseller_uuid, uuid, ...record }: Listed,
  more: Record<string, string> = {},
): Write[] {
  const owned = (owns?.({ reseller_uuid, uuid }) ?? []).map(({ list, counter }) => ({
    ...{ list, counter },
    issued: Number((record as Record<string, unknown>)[counter] ?? 0),
  }));
  const few = owned.filter(({ issued }) => issued < STRIPES);
  const expected = {
    revision: record.revision,
    ...more,
    ...Object.fromEntries(few.map(({ counter, issued }) => [counter, issued])),
  };
  const removed = entity.remove({ reseller_uuid, uuid }).where((record, { eq }) =>
    Object.entries(expected)
      .map(([name, value]) => eq(record[name], value))
      .join(" AND "),
  );
  return [removed, ...owned.flatMap(({ list, issued }) => close(list, issued))];
}

/** The result of work on a record, or undefined if the record no longer exists. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RecordNotFound) return undefined;
    throw error;
  }
}

function removed(changes: object): string[] {
  return Object.keys(changes).filter((name) => changes[name as keyof typeof changes] === undefined);
}

/**
 * Notes on a record who is about to remove it: the stream shows a removed record only as it was last.
 * Returns what `changed_by` must still be when it is removed; undefined if there is no such record.
 */
export async function noteRemover(entity: AnyEntity, key: object): Promise<string | undefined> {
  const changed_by = noteActor({ removes: Date.now() });
  const noted = await writeIfTrue(() => entity.patch(key).set({ changed_by }).go());
  return noted && changed_by;
}
