import { ListEntry } from "../entities/listEntry.ts";
import { batchGet, lookup } from "../table/batch.ts";
import { accountList, type Entry } from "./account.ts";
import { findLive, type Slice } from "./bitmap.ts";
import type { AccountKind, ListedRecord } from "./listedKind.ts";
import { type Page, readEntries } from "./readPage.ts";
import type { Matches } from "./searchAccount.ts";
import { isLive, readStripes, STRIPES, type Stripe, without } from "./stripes.ts";

const READS = 5;

/** Selects records of a list of all: those in a part or outside it, and those found by a search. */
export interface Wanted {
  part?: { name: string; holds: boolean } | undefined;
  matches?: Matches | undefined;
}

/**
 * Reads a page of a reseller's list of all records of a kind, in the order of their creation, with
 * consistent reads. Starts over if a record changed in between, so that page and total match.
 */
export async function readAccountPage<Listed extends Place & ListedRecord, Place>(
  kind: AccountKind<Listed, Place>,
  reseller_uuid: string,
  { wanted, slice }: { wanted: Wanted; slice: Slice },
): Promise<Page<Listed>> {
  const { part, matches } = wanted;
  for (let read = 1; ; read += 1) {
    const stripes = await readWanted(kind, reseller_uuid, part);
    const { total, sequences } = matches
      ? sliceOf(
          [...matches.keys()].filter((each) => isLive(stripes, each)),
          slice,
        )
      : findLive(stripes, slice, STRIPES);
    const uuids = matches
      ? sequences.map((sequence) => matches.get(sequence))
      : await readUuids(kind, reseller_uuid, { sequences, isDense: part === undefined });
    const found = await batchGet(
      ...uuids.flatMap((uuid) =>
        uuid === undefined ? [] : [lookup<Listed>(kind.entity, { reseller_uuid, uuid })],
      ),
    );
    const records = found.flatMap((record) => (record && isWanted(record) ? [record] : []));
    if (records.length === sequences.length || read === READS) return { total, records };
  }

  function isWanted(record: Listed): boolean {
    return !part || kind.account.parts[part.name]?.(record) === part.holds;
  }
}

/** The live numbers of the list, of a part, or of the list without a part. */
async function readWanted<Listed extends Place & ListedRecord, Place>(
  { account }: AccountKind<Listed, Place>,
  reseller_uuid: string,
  part: Wanted["part"],
): Promise<Stripe[]> {
  const all = () => readStripes(accountList(reseller_uuid, account.name));
  if (!part) return await all();
  const inPart = await readStripes(accountList(reseller_uuid, account.name, part.name));
  return part.holds ? inPart : without(await all(), inPart);
}

async function readUuids<Listed extends Place & ListedRecord, Place>(
  { account }: AccountKind<Listed, Place>,
  reseller_uuid: string,
  { sequences, isDense }: { sequences: number[]; isDense: boolean },
): Promise<(string | undefined)[]> {
  const list = accountList(reseller_uuid, account.name);
  if (isDense) {
    const places = await readEntries(list, sequences);
    return places.slice(0, sequences.length).map(({ uuid }) => String(uuid));
  }
  const entries = await batchGet(
    ...sequences.map((sequence) => lookup<Entry>(ListEntry, { ...list, sequence })),
  );
  return entries.map((entry) => entry?.record.uuid);
}

function sliceOf(found: number[], { offset, limit }: Slice) {
  const inOrder = found.toSorted((a, b) => a - b);
  return { total: inOrder.length, sequences: inOrder.slice(offset, offset + limit) };
}
