import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { searchTexts } from "../../shared/table/searchKeys.ts";
import { parseUuid } from "../../shared/uuid.ts";
import type { CommandInput } from "./catalogue.ts";
import { Noted, WrongInput } from "./definition.ts";
import { type Found, findAny, lineOf } from "./records.ts";
import { requireReseller } from "./reseller.ts";
import { search } from "./searchIndex.ts";

const LIMIT = 20;

/**
 * Finds resellers, users, businesses, websites and competitors by the beginning of a name, e-mail
 * address or host name, and any record by its uuid. `reseller_uuid` restricts the search to one
 * reseller; `after` takes the `next` of the page before.
 */
export async function find({ text, reseller_uuid, after }: CommandInput<"find">) {
  if (reseller_uuid !== undefined) await requireReseller(reseller_uuid);
  const uuid = parseUuid(text);
  if (uuid !== undefined) {
    const found = await findAny(uuid);
    const isOutside = found && reseller_uuid && resellerOf(found) !== reseller_uuid;
    const isFound = found && !isOutside;
    return orNothing({ found: isFound ? await linesOf([found]) : [], next: null }, text);
  }
  const texts = searchTexts(text);
  if (texts.length === 0) throw new WrongInput("TEXT must have a letter or digit to look for.");
  const { records, next } = await search({ reseller_uuid }, texts, { after, limit: LIMIT });
  return orNothing({ found: await linesOf(records), next: next ?? null }, text);
}

/** Adds a note about what the search covers when it finds nothing. */
function orNothing<Result extends { found: unknown[] }>(result: Result, text: string) {
  if (result.found.length > 0) return result;
  return new Noted(
    result,
    `Nothing is found by "${text}". It looks for the beginning of a reseller's or business's name, a user's e-mail address, and a website's or competitor's host name, and for whole uuids: not for the names of persons, nor for a part from the middle. What was just created is found within a second.`,
  );
}

/** One line for each record, with the name of its reseller. */
async function linesOf(found: Found[]) {
  const uuids = [...new Set(found.map(resellerOf))];
  const resellers = await batchGet(
    ...uuids.map((uuid) => lookup<ResellerRecord>(Reseller, { uuid })),
  );
  return found.map((each) => {
    const reseller_uuid = resellerOf(each);
    const reseller = resellers.find((candidate) => candidate?.uuid === reseller_uuid);
    return { ...lineOf(each), reseller: reseller?.name ?? reseller_uuid };
  });
}

function resellerOf({ kind, record }: Found): string {
  return kind === "reseller" ? record.uuid : record.reseller_uuid;
}
