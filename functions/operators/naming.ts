import { foldHost, foldName } from "../../shared/table/searchKeys.ts";
import { type NamedKind, WrongInput } from "./definition.ts";
import type { Records } from "./records.ts";
import { search } from "./searchIndex.ts";

/** The kinds of records that a command takes by name, and how the index has their names. */
const kinds = {
  reseller: {
    what: "the name",
    attribute: "name",
    fold: foldName,
    advice: '"reseller list" lists them',
  },
  user: {
    what: "the e-mail address",
    attribute: "email",
    fold: foldName,
    advice: '"find EMAIL" lists them',
  },
  website: {
    what: "the host name",
    attribute: "hostname",
    fold: foldHost,
    advice: '"find TEXT" finds those whose host name begins with TEXT',
  },
} as const satisfies Record<NamedKind, unknown>;

const SEARCHED_AT_ONCE = 20;
/** The most uuids that an error lists for an ambiguous name. */
const LISTED = 5;

/** The first records of a kind, of all resellers, with exactly this name; case is ignored. */
export async function findCalled<K extends NamedKind>(
  kind: K,
  name: string,
): Promise<Records[K][]> {
  const { attribute, fold } = kinds[kind];
  const wanted = fold(name);
  const records: Records[K][] = [];
  let after: string | undefined;
  do {
    const page = await search({}, [`${wanted}#`], { after, limit: SEARCHED_AT_ONCE });
    const ofKind = page.records.filter((found) => found.kind === kind);
    const called = ofKind.map(({ record }) => record as Records[K]);
    // The prefix "acme#" also finds a name "acme#2".
    records.push(
      ...called.filter((record) => fold(String(record[attribute as keyof Records[K]])) === wanted),
    );
    after = page.next;
  } while (after !== undefined && records.length <= LISTED);
  return records;
}

/** The record of a kind with this name; throws WrongInput if none or several have it. */
export async function requireCalled<K extends NamedKind>(
  kind: K,
  name: string,
): Promise<Records[K]> {
  const found = await findCalled(kind, name);
  const [record, ...more] = found;
  const { what, advice } = kinds[kind];
  if (record === undefined) throw new WrongInput(`There is no ${kind} "${name}": ${advice}.`);
  if (more.length === 0) return record;
  const uuids = found.slice(0, LISTED).map(({ uuid }) => uuid);
  const rest = found.length > LISTED ? ", …" : "";
  throw new WrongInput(
    `There are several ${kind}s with ${what} "${name}": name one by its uuid (${uuids.join(", ")}${rest}).`,
  );
}
