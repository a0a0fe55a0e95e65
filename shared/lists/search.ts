import { SearchEntry } from "../entities/searchEntry.ts";
import { batchDelete, batchGetEventually, batchPut, lookup } from "../platform/table/batch.ts";
import { findKeys, uuidOf } from "../platform/table/queryIndex.ts";
import { type AnyListed, type ListedName, listedKinds } from "./listedKinds.ts";
import { foldHostPrefix, foldName, wordsOfEmail, wordsOfHost, wordsOfName } from "./searchTexts.ts";

/**
 * @file Every record is found by a few texts: each of its names from the beginning of each word on. They are items of
 * one partition for a reseller, which the table's stream has written. The first word of a name has a scope of its own.
 */

/** What a record is called, and the folded texts by which it is found for that. */
interface Name {
  shown: string;
  texts: string[];
}

const ofHost = ({ hostname }: AnyListed): Name[] => nameOf(hostname, wordsOfHost);

const namesOf: Record<ListedName, (record: AnyListed) => Name[]> = {
  user: ({ first_name, last_name, email }) => [
    ...nameOf(`${first_name} ${last_name}`, wordsOfName),
    ...nameOf(email, wordsOfEmail),
  ],
  business: ({ name }) => nameOf(name, wordsOfName),
  website: ofHost,
  competitor: ofHost,
};

function nameOf(shown: unknown, wordsOf: (name: string) => string[]): Name[] {
  return [{ shown: String(shown), texts: wordsOf(String(shown)) }];
}

/** A text's item: its scope, `website` or for a later word `website+`, and what orders the scope. */
interface Entry {
  scope: string;
  /** `text#uuid` */
  place: string;
  shown: string;
}

function entriesOf(kind: ListedName, record: AnyListed): Entry[] {
  return namesOf[kind](record).flatMap(({ shown, texts }) =>
    texts.map((text, index) => ({
      ...{ scope: index === 0 ? kind : `${kind}+`, place: `${text}#${record.uuid}`, shown },
    })),
  );
}

/** The items by which a record is found. */
export function searchPlaces(kind: ListedName, record: AnyListed): string[] {
  return [...new Set(entriesOf(kind, record).map(({ scope, place }) => `${scope}#${place}`))];
}

/** Writes and removes items of a reseller. */
export async function writeSearchPlaces(reseller_uuid: string, put: string[], removed: string[]) {
  const items = (places: string[]) => places.map((place) => ({ reseller_uuid, place }));
  await batchPut(SearchEntry, items(put));
  await batchDelete(SearchEntry, items(removed));
}

/** Where in the order of places a page begins, and how many it has. */
interface SearchSlice {
  after?: string | undefined;
  limit: number;
}

/** Sorts after every text that begins with a prefix. */
const LAST = "\u{10ffff}";

/** The texts of a scope with a prefix; `isHost` if that is a whole host: few other hosts are in its range. */
interface TextRange {
  scope: string;
  prefix: string;
  isHost?: boolean;
}

/** The places in a scope whose text begins with a prefix, in order, after one of them. They may be a second old. */
export async function findPlaces(
  reseller_uuid: string,
  { scope, prefix, isHost = false }: TextRange,
  { after = "", limit }: SearchSlice,
): Promise<string[]> {
  // After a host come, in this order: the end of the text (`#`), a path (`/`), a port (`:`) or a query (`?`).
  const [first, last] = isHost ? [`${prefix}#`, `${prefix}?${LAST}`] : [prefix, prefix + LAST];
  const from = isBefore(first, after) ? after : first;
  if (prefix === "" || isBefore(last, from)) return [];
  const between = [`${scope}#${from}`, `${scope}#${last}`] as const;
  const partition = `reseller#${reseller_uuid}#search`;
  const keys = await findKeys({ partition, between }, { after: `${scope}#${after}`, limit });
  return keys.map((key) => key.slice(scope.length + 1));
}

/** A page of the uuids that `findPlaces` finds, and the cursor of the next one. */
export async function findByText(
  reseller_uuid: string,
  range: TextRange,
  { after, limit }: SearchSlice,
): Promise<{ page: string[]; next: string | undefined }> {
  const places = await findPlaces(reseller_uuid, range, { after, limit: limit + 1 });
  const page = places.slice(0, limit);
  // A website that was renamed a moment ago has two places.
  return {
    page: [...new Set(page.map(uuidOf))],
    next: places.length > limit ? page.at(-1) : undefined,
  };
}

/** A record that was found, the name by which it was, and its place in the order of the search. */
export interface Hit {
  kind: ListedName;
  record: AnyListed;
  text: string;
  place: string;
}

/**
 * The records of these kinds of which a word begins with a text, each once, in the order of these words. One that was
 * renamed or removed within the last second is left out.
 */
export async function search(
  reseller_uuid: string,
  { text, kinds }: { text: string; kinds: readonly ListedName[] },
  { after, limit }: SearchSlice,
): Promise<{ hits: Hit[]; next: string | undefined }> {
  const prefixOf = (kind: ListedName) =>
    (kind === "website" || kind === "competitor" ? foldHostPrefix : foldName)(text);
  const pages = kinds.flatMap((kind) =>
    [kind, `${kind}+`].map(async (scope) => {
      const range = { scope, prefix: prefixOf(kind) };
      const places = await findPlaces(reseller_uuid, range, { after, limit: limit + 1 });
      return places.map((place) => ({ kind, scope, place }));
    }),
  );
  const all = (await Promise.all(pages)).flat().toSorted(inOrder);
  const page = all.slice(0, limit);
  const records = await batchGetEventually(
    ...page.map(({ kind, place }) =>
      lookup<AnyListed>(listedKinds[kind].entity, { reseller_uuid, uuid: uuidOf(place) }),
    ),
  );
  return {
    hits: page.flatMap(({ kind, scope, place }, index) => {
      const record = records[index];
      // A record that is found by several words is shown with the first one.
      const [first] = record
        ? entriesOf(kind, record)
            .filter((entry) => entry.place.startsWith(prefixOf(kind)))
            .toSorted(inOrder)
        : [];
      const isFirst = first?.place === place && first.scope === scope;
      return record && isFirst ? { kind, record, text: first.shown, place } : [];
    }),
    next: all.length > limit ? page.at(-1)?.place : undefined,
  };
}

function inOrder(one: { place: string; scope: string }, other: { place: string; scope: string }) {
  if (one.place === other.place) return one.scope < other.scope ? -1 : 1;
  return isBefore(one.place, other.place) ? -1 : 1;
}

/** DynamoDB's order of keys: by their bytes in UTF-8. */
function isBefore(one: string, other: string): boolean {
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
}
