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
async function* recordsIn({ name, place }: OwnList, from: number): AsyncGenerator<AnyListed> {
  for await (const page of pagesIn<AnyListed>(listedKinds[name].list(place), { from })) {
    yield* page;
  }
}

/** The copies of a list from a number on, in pages. */
export async function* pagesIn<Copy = AnyListed>(
  list: List,
  { from = 0, atOnce = ENTRIES_AT_ONCE } = {},
): AsyncGenerator<Copy[]> {
  const limit = Number.isFinite(atOnce) ? { limit: atOnce } : {};
  const { reseller_uuid } = list;
  let cursor: string | null = null;
  do {
    const page: { data: { record: object }[]; cursor: string | null } = await ListEntry.query
      .inOrder(list)
      .gte({ sequence: from })
      .go({ consistent: true, attributes: ["record"], ...limit, cursor });
    yield page.data.map(({ record }) => ({ ...record, reseller_uuid }) as Copy);
    cursor = page.cursor;
  } while (cursor);
}
