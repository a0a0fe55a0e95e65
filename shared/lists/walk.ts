import { ListEntry } from "../entities/listEntry.ts";
import type { List } from "./listedKind.ts";
import {
  type AnyListed,
  type ListedName,
  listedKinds,
  listsOf,
  type OwnList,
} from "./listedKinds.ts";

const ENTRIES_AT_ONCE = 100;

/** Whose records. */
interface Source {
  reseller_uuid: string;
}

/** A record of the source, and where it is: the numbers of the records and lists on the way to it. */
export interface Step {
  name: ListedName;
  record: AnyListed;
  path: number[];
}

/** The records in a list of the source and in the lists that belong to them, each before its own; from `start` on. */
export async function* walk(
  source: Source,
  own: OwnList,
  start: number[] = [],
): AsyncGenerator<Step> {
  const [first = 0, ...below] = start;
  for await (const record of recordsIn(source, own, first)) {
    const { sequence } = record;
    const rest = sequence === first ? below : [];
    if (rest.length === 0) yield { name: own.name, record, path: [sequence] };
    const [begun = 0, ...inside] = rest;
    for (const [index, list] of listsOf(own.name, record).entries()) {
      if (index < begun) continue;
      for await (const step of walk(source, list, index === begun ? inside : [])) {
        yield { ...step, path: [sequence, index, ...step.path] };
      }
    }
  }
}

/** The records in a list of the source, as the list's copies have them. */
async function* recordsIn(
  { reseller_uuid }: Source,
  { name, place }: OwnList,
  sequence: number,
): AsyncGenerator<AnyListed> {
  const list = listedKinds[name].list(place);
  for await (const record of copiesIn(list, { sequence })) {
    yield { ...record, reseller_uuid } as AnyListed;
  }
}

/** The copies of a list from a number on. */
async function* copiesIn(
  list: List,
  from: { sequence: number },
): AsyncGenerator<Record<string, unknown>> {
  for await (const page of pagesIn(list, from)) yield* page;
}

/** The same in pages of 100 at most. */
export async function* pagesIn(
  list: List,
  { sequence }: { sequence: number } = { sequence: 0 },
): AsyncGenerator<Record<string, unknown>[]> {
  let cursor: string | null = null;
  do {
    const page: { data: { record: Record<string, unknown> }[]; cursor: string | null } =
      await ListEntry.query
        .inOrder(list)
        .gte({ sequence })
        .go({ consistent: true, limit: ENTRIES_AT_ONCE, cursor });
    yield page.data.map(({ record }) => record);
    cursor = page.cursor;
  } while (cursor);
}
