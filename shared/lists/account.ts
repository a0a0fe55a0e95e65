import { ListEntry } from "../entities/listEntry.ts";
import { batchGet, lookup } from "../table/batch.ts";
import { transactIfTrue, type Write, write } from "../table/transact.ts";
import { remove } from "./entries.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";
import { enter, isLive, leave, readStripes, type Stripe } from "./stripes.ts";

/** A reseller's list of all its records of a kind, or the part of this list with a name. */
export function accountList(reseller_uuid: string, name: string, part?: string): List {
  return { reseller_uuid, list: ["account", name, ...(part ? [part] : [])].join("#") };
}

/** The writes that add a new record to the list of all, for the transaction that creates it. */
export function enterAccount<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  record: Listed,
): Write[] {
  const { reseller_uuid, uuid, account_sequence: sequence } = record;
  if (!kind.account || sequence === undefined) return [];
  const list = accountList(reseller_uuid, kind.account.name);
  return [
    write(ListEntry, (entry) => entry.create({ ...list, sequence, record: { uuid } }).commit()),
    ...enter(list, sequence),
    ...partsOf(kind, record).flatMap((part) => enter(part, sequence)),
  ];
}

/** The writes that move a record between parts of the list of all, for the transaction that changes it. */
export function changeInAccount<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  before: Listed,
  after: Listed,
): Write[] {
  const { account_sequence: sequence } = before;
  if (sequence === undefined) return [];
  const [old, now] = [partsOf(kind, before), partsOf(kind, after)];
  const isIn = (parts: List[], { list }: List) => parts.some((each) => each.list === list);
  return [
    ...now.filter((part) => !isIn(old, part)).flatMap((part) => enter(part, sequence)),
    ...old.filter((part) => !isIn(now, part)).flatMap((part) => leave(part, sequence)),
  ];
}

/** The writes that remove a record from the list of all, for the transaction that removes it. */
export function leaveAccount<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  record: Listed,
): Write[] {
  const { reseller_uuid, account_sequence: sequence } = record;
  if (!kind.account || sequence === undefined) return [];
  return [
    ...remove(accountList(reseller_uuid, kind.account.name), sequence),
    ...partsOf(kind, record).flatMap((part) => leave(part, sequence)),
  ];
}

/** Removes deleted records from the list of all. A second call for the same records changes nothing. */
export async function forgetInAccount<Listed extends Place & ListedRecord, Place>(
  { account }: ListedKind<Listed, Place>,
  reseller_uuid: string,
  gone: Pick<Listed, "account_sequence">[],
) {
  const sequences = gone.flatMap(({ account_sequence }) => account_sequence ?? []);
  if (!account || sequences.length === 0) return;
  const list = accountList(reseller_uuid, account.name);
  const entries = await batchGet(
    ...sequences.map((sequence) => lookup<Entry>(ListEntry, { ...list, sequence })),
  );
  const parts: { part: List; stripes: Stripe[] }[] = [];
  for (const name of Object.keys(account.parts)) {
    const part = accountList(reseller_uuid, account.name, name);
    parts.push({ part, stripes: await readStripes(part) });
  }
  for (const entry of entries) {
    if (!entry) continue;
    const { sequence } = entry;
    const left = parts.filter(({ stripes }) => isLive(stripes, sequence));
    await transactIfTrue(
      ...remove(list, sequence),
      ...left.flatMap(({ part }) => leave(part, sequence)),
    );
  }
}

/** A record's entry in the list of all. */
export interface Entry {
  sequence: number;
  record: { uuid: string };
}

/** The parts of the list of all that a record is in. */
function partsOf<Listed extends Place & ListedRecord, Place>(
  { account }: ListedKind<Listed, Place>,
  record: Listed,
): List[] {
  if (!account) return [];
  return Object.entries(account.parts)
    .filter(([, holds]) => holds(record))
    .map(([part]) => accountList(record.reseller_uuid, account.name, part));
}
