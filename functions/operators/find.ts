import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { listedKinds } from "../../shared/lists/listedKinds.ts";
import { search } from "../../shared/lists/search.ts";
import { foldName, wordsOfName } from "../../shared/lists/searchTexts.ts";
import { findResellers } from "../../shared/resellers/closedResellers.ts";
import type { CommandInput } from "./catalogue.ts";
import { type AnyRecord, type Line, lineOf, requireReseller } from "./records.ts";

const LIMIT = 20;
const RESELLERS_AT_ONCE = 25;

const kinds = Object.keys(listedKinds) as (keyof typeof listedKinds)[];

/**
 * Finds resellers, users, businesses, websites and competitors by the beginning of a word of a name, e-mail
 * address or host name. Returns at most 20.
 */
export async function find({ text, reseller_uuid }: CommandInput<"find">) {
  const folded = foldName(text);
  const only = reseller_uuid === undefined ? undefined : await requireReseller(reseller_uuid);
  const resellers = only ? [only] : await findResellers();
  const lines: (Line & { reseller: string })[] = [];
  for (let at = 0; at < resellers.length && lines.length < LIMIT; at += RESELLERS_AT_ONCE) {
    const some = resellers.slice(at, at + RESELLERS_AT_ONCE).map(async (reseller) => {
      const isCalled = wordsOfName(reseller.name).some((word) => word.startsWith(folded));
      const own = lineOf({ kind: "reseller", record: reseller });
      const below = await findOf(reseller, text);
      const all = isCalled && !only ? [own, ...below] : below;
      return all.map((line) => ({ ...line, reseller: reseller.name }));
    });
    lines.push(...(await Promise.all(some)).flat());
  }
  return lines.slice(0, LIMIT);
}

/** The first records of a reseller. */
async function findOf({ uuid }: ResellerRecord, text: string): Promise<Line[]> {
  const lines: Line[] = [];
  let after: string | undefined;
  do {
    const page = await search(uuid, { text, kinds }, { after, limit: LIMIT });
    lines.push(...page.hits.map(({ kind, record }) => lineOf({ kind, record } as AnyRecord)));
    after = page.next;
  } while (after !== undefined && lines.length < LIMIT);
  return lines;
}
