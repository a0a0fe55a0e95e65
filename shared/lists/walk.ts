import { ListEntry } from "../entities/list.ts";
import type { List } from "./listedKind.ts";
import {
  type AnyListed,
  type ListedName,
  listedKinds,
  listsOf,
  type OwnList,
} from "./listedKinds.ts";

const ENTRIES_AT_ONCE = 100;

/** A record, and where it is: the numbers of the records and lists on the way to it. */
export interface Step {
  name: ListedName;
  record: AnyListed;
  path: number[];
}

/** The records in a list and in the lists that belong to them, each before its own; from `start` on. */
export async function* walk(own: OwnList, start: number[] = []): AsyncGenerator<Step> {
  const [first = 0, ...below] = start;
  for await (const record of recordsIn(own, first)) {
    const { sequence } = record;
    const rest = sequence === first ? below : [];
    if (rest.length === 0) yield { name: own.name, record, path: [sequence] };
    const [begun = 0, ...inside] = rest;
    for (const [index, list] of listsOf(own.name, record).entries()) {
      if (index < begun) continue;
      for await (const step of walk(list, index === begun ? inside : [])) {
        yield { ...step, path: [sequence, index, ...step.path] };
      }
    }
  }
}

/** The records in a list from a number on, as the list's copies have them. */
async function* recordsIn({ name, place }: OwnList, sequence: number): AsyncGenerator<AnyListed> {
  const { reseller_uuid } = place;
  for await (const page of pagesIn(listedKinds[name].list(place), { sequence })) {
    for (const record of page) yield { ...record, reseller_uuid } as AnyListed;
  }
}

/** The copies of a list from a number on, in pages of 100 at most. */
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
