import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { listedKinds } from "../../shared/lists/listedKinds.ts";
import { search } from "../../shared/lists/search.ts";
import { foldName, wordsOfName } from "../../shared/lists/searchTexts.ts";
import { parseUuid } from "../../shared/platform/uuid.ts";
import { findResellers } from "../../shared/resellers/closedResellers.ts";
import type { CommandInput } from "./catalogue.ts";
import { Noted, WrongInput } from "./definition.ts";
import { type AnyRecord, findAny, type Line, lineOf, requireReseller } from "./records.ts";

const LIMIT = 20;
const RESELLERS_AT_ONCE = 25;

const kinds = Object.keys(listedKinds) as (keyof typeof listedKinds)[];

type LineOfReseller = Line & { reseller: string };

/**
 * Finds resellers, users, businesses, websites and competitors by the beginning of a word of a name, e-mail
 * address or host name, and any record by its uuid. Returns at most 20.
 */
export async function find({ text, reseller_uuid }: CommandInput<"find">) {
  const only = reseller_uuid === undefined ? undefined : await requireReseller(reseller_uuid);
  const uuid = parseUuid(text);
  const lines = await (uuid === undefined ? findByText(text, only) : findByUuid(uuid, only));
  if (lines.length === 0) {
    return new Noted(
      lines,
      `Nothing matches "${text}". The command finds whole uuids, and the beginning of a word in a name, e-mail address or host name, not a part from the middle. New records are found within seconds.`,
    );
  }
  if (lines.length <= LIMIT) return lines;
  return new Noted(
    lines.slice(0, LIMIT),
    `These are the first ${LIMIT}. Type more of the text, or name a --reseller, to see others.`,
  );
}

async function findByUuid(uuid: string, only?: ResellerRecord): Promise<LineOfReseller[]> {
  const match = await findAny(uuid);
  if (!match) return [];
  const { kind, record } = match;
  const reseller = await requireReseller(kind === "reseller" ? uuid : record.reseller_uuid);
  if (only && only.uuid !== reseller.uuid) return [];
  return [{ ...lineOf(match), reseller: reseller.name }];
}

/** The first lines, one more than the limit if there are more. */
async function findByText(text: string, only?: ResellerRecord): Promise<LineOfReseller[]> {
  const folded = foldName(text);
  if (folded === "") throw new WrongInput("TEXT must have a letter or digit to look for.");
  const resellers = only ? [only] : await findResellers();
  const lines: LineOfReseller[] = [];
  for (let at = 0; at < resellers.length && lines.length <= LIMIT; at += RESELLERS_AT_ONCE) {
    const some = resellers.slice(at, at + RESELLERS_AT_ONCE).map(async (reseller) => {
      const isCalled = wordsOfName(reseller.name).some((word) => word.startsWith(folded));
      const own = lineOf({ kind: "reseller", record: reseller });
      const below = await findOf(reseller, text);
      const all = isCalled && !only ? [own, ...below] : below;
      return all.map((line) => ({ ...line, reseller: reseller.name }));
    });
    lines.push(...(await Promise.all(some)).flat());
  }
  return lines.slice(0, LIMIT + 1);
}

/** The first records of a reseller, one more than the limit if there are more. */
async function findOf({ uuid }: ResellerRecord, text: string): Promise<Line[]> {
  const lines: Line[] = [];
  let after: string | undefined;
  do {
    const page = await search(uuid, { text, kinds }, { after, limit: LIMIT + 1 });
    lines.push(...page.hits.map(({ kind, record }) => lineOf({ kind, record } as AnyRecord)));
    after = page.next;
  } while (after !== undefined && lines.length <= LIMIT);
  return lines;
}
