import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { listedKinds } from "../../shared/lists/listedKinds.ts";
import { search } from "../../shared/lists/search.ts";
import { foldName, wordsOfName } from "../../shared/lists/searchTexts.ts";
import { parseUuid } from "../../shared/platform/uuid.ts";
import { findResellers } from "../../shared/resellers/closedResellers.ts";
import type { CommandInput } from "./catalogue.ts";
import { Noted, WrongInput } from "./definition.ts";
import { noteRead } from "./reads.ts";
import { type Found, findAny, type Line, lineOf } from "./records.ts";
import { requireReseller } from "./reseller.ts";

const LIMIT = 20;
const RESELLERS_AT_ONCE = 25;

const kinds = Object.keys(listedKinds) as (keyof typeof listedKinds)[];

/** A record that was found, and the place after which the next page goes on. */
interface FoundAt {
  line: Line & { reseller: string };
  at: string;
}

/**
 * Finds resellers, users, businesses, websites and competitors by the beginning of a word of a name, e-mail
 * address or host name, and any record by its uuid. `reseller_uuid` restricts the search to one
 * reseller; `after` takes the `next` of the page before.
 */
export async function find({ text, reseller_uuid, after }: CommandInput<"find">) {
  const only = reseller_uuid === undefined ? undefined : await requireReseller(reseller_uuid);
  const uuid = parseUuid(text);
  if (uuid !== undefined) {
    const found = await findAny(uuid);
    const isFound = found && (!only || ownerOf(found) === only.uuid);
    return orNothing({ found: isFound ? [await lineWithReseller(found)] : [], next: null }, text);
  }
  if (foldName(text) === "") throw new WrongInput("TEXT must have a letter or digit to look for.");
  const [begun = "", ...place] = after?.split("#") ?? [];
  const resellers = (only ? [only] : await findResellers())
    .filter((reseller) => reseller.uuid >= begun)
    .toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1));
  const found: FoundAt[] = [];
  for (let at = 0; at < resellers.length && found.length <= LIMIT; at += RESELLERS_AT_ONCE) {
    const some = resellers.slice(at, at + RESELLERS_AT_ONCE).map(async (reseller) => {
      const isBegun = reseller.uuid === begun;
      const own = isBegun || only || !isCalled(reseller, text) ? [] : [ofReseller(reseller)];
      return [...own, ...(await findOf(reseller, text, isBegun ? place.join("#") : ""))];
    });
    found.push(...(await Promise.all(some)).flat());
  }
  const page = found.slice(0, LIMIT);
  const next = found.length > LIMIT ? (page.at(-1)?.at ?? null) : null;
  return orNothing({ found: page.map(({ line }) => line), next }, text);
}

function isCalled({ name }: ResellerRecord, text: string): boolean {
  return wordsOfName(name).some((each) => each.startsWith(foldName(text)));
}

function ofReseller(record: ResellerRecord): FoundAt {
  const line = { ...lineOf({ kind: "reseller", record }), reseller: record.name };
  return { line, at: `${record.uuid}#` };
}

/** One more than a page of the records of a reseller. */
async function findOf(reseller: ResellerRecord, text: string, begin: string): Promise<FoundAt[]> {
  const found: FoundAt[] = [];
  let after: string | undefined = begin;
  do {
    const page = await search(reseller.uuid, { text, kinds }, { after, limit: LIMIT + 1 });
    for (const { kind, record, place } of page.hits) {
      noteRead(kind, record);
      const line = lineOf({ kind, record } as unknown as Found);
      found.push({ line: { ...line, reseller: reseller.name }, at: `${reseller.uuid}#${place}` });
    }
    after = page.next;
  } while (after !== undefined && found.length <= LIMIT);
  return found;
}

/** Adds a note about what the search covers when it finds nothing. */
function orNothing<Result extends { found: unknown[] }>(result: Result, text: string) {
  if (result.found.length > 0) return result;
  return new Noted(
    result,
    `Nothing is found by "${text}". It looks for the beginning of a word in names, e-mail addresses and host names, and for whole uuids: not for a part from the middle of a word. What was just created is found within seconds.`,
  );
}

async function lineWithReseller(found: Found) {
  const { name } = await requireReseller(ownerOf(found));
  return { ...lineOf(found), reseller: name };
}

function ownerOf({ kind, record }: Found): string {
  return kind === "reseller" ? record.uuid : record.reseller_uuid;
}
