import * as z from "zod/mini";
import { type DeletedRecord, restorableKinds } from "../../shared/entities/deleted.ts";
import { RecordNotFound, ValidationFailed } from "../../shared/errors.ts";
import { timestamp } from "../../shared/time.ts";
import { presentDeleted } from "../deleted/deleted.ts";
import {
  type Deletion,
  findDeletions,
  readDeleted,
  readPageOfDeleted,
} from "../deleted/findDeleted.ts";
import { restore } from "../deleted/restore.ts";
import { restoreDeleted } from "../deleted/restoreDeleted.ts";
import { asReseller } from "./asReseller.ts";
import { after, command, uuid, WrongInput, wholeNumber } from "./command.ts";
import { reseller_uuid } from "./naming.ts";
import { requireOpenReseller, requireReseller } from "./reseller.ts";

const PAGE = 20;
const LAST_PAGE = 1_000_000;

const page = z._default(wholeNumber("--page", LAST_PAGE), 1);

/** Lists what a reseller has deleted and can restore, newest first. */
export const listDeletedRecords = command(
  { reseller_uuid, page },
  async ({ reseller_uuid, page }) => {
    await requireReseller(reseller_uuid);
    const slice = { offset: (page - 1) * PAGE, limit: PAGE };
    const { records, total } = await readPageOfDeleted(reseller_uuid, slice);
    return {
      page,
      pages: Math.max(1, Math.ceil(total / PAGE)),
      total,
      deleted: records.map(lineOf),
    };
  },
);

function lineOf(deleted: DeletedRecord) {
  const { uuid, type, name, deleted_at, restorable_until } = presentDeleted(deleted);
  return { deleted_at, type, name, uuid, restorable_until };
}

/** Restored by one call, which also ends after half of the function's timeout. */
const RESTORED_AT_MOST = 400;
const MOST_MS = 30_000;
const READ_AT_ONCE = 100;
const RESTORED_AT_ONCE = 8;

const since = z.optional(
  z
    .string("--since must be a time.")
    .check(
      z.refine(
        (given) => !Number.isNaN(Date.parse(given)),
        "--since must be a time: 2026-11-23T09:30Z.",
      ),
    ),
);

/**
 * Restores one deleted record, or all that were deleted since a time, or of a user; those that others belong to come
 * first. One call restores at most 400: `next` is the `after` of the next call, and `left` how many remain.
 */
export const restoreDeletedRecords = command(
  {
    reseller_uuid,
    uuid: z.optional(uuid("The deleted record", "deleted list")),
    since,
    user_uuid: z.optional(uuid("--user", "deleted list")),
    after,
  },
  async ({ reseller_uuid, uuid, since, user_uuid, after = "" }) => {
    await requireOpenReseller(reseller_uuid);
    if (uuid !== undefined) return await restoreOne(reseller_uuid, uuid);
    if (since === undefined && user_uuid === undefined) {
      throw new WrongInput("Name a deleted record, or say --since or --user to restore several.");
    }
    const from = since && timestamp(new Date(since));
    const found = await findDeletions(reseller_uuid, { since: from });
    const wanted = found
      .map((deletion) => ({ ...deletion, place: orderOf(deletion) }))
      .filter(({ place }) => place > after)
      .toSorted((a, b) => (a.place < b.place ? -1 : 1));
    const end = Date.now() + MOST_MS;
    const outcomes: (Refused | undefined)[] = [];
    let done = 0;
    while (done < Math.min(wanted.length, RESTORED_AT_MOST) && Date.now() < end) {
      const deletions = wanted.slice(done, done + READ_AT_ONCE);
      outcomes.push(...(await restoreSeveral(reseller_uuid, { deletions, user_uuid })));
      done += deletions.length;
    }
    const left = wanted.length - done;
    return {
      restored: outcomes.filter((outcome) => outcome === undefined).length,
      refused: outcomes.filter((outcome) => outcome !== undefined),
      left,
      next: left > 0 ? (wanted[done - 1]?.place ?? null) : null,
    };
  },
);

async function restoreOne(reseller_uuid: string, deletion_uuid: string) {
  const known = await readDeleted(reseller_uuid, [{ uuid: deletion_uuid } as Deletion]);
  if (known.length === 0) {
    throw new WrongInput(
      `There is no deleted record ${deletion_uuid}: "deleted list --reseller ${reseller_uuid}" shows those of the last seven days.`,
    );
  }
  const sent = { path: { deletion_uuid } };
  const { data } = await asReseller(reseller_uuid, restoreDeleted, sent);
  return { restored: data.type, uuid: data.uuid, name: data.name };
}

/** Users before businesses before websites, each in the order of their deletion. */
function orderOf({ kind, deleted_at, uuid }: Deletion): string {
  return `${restorableKinds.indexOf(kind)}#${deleted_at}#${uuid}`;
}

interface Refused {
  uuid: string;
  type: string;
  name: string;
  why: string;
}

/** Restores records, those of one kind at once; returns what was refused, and undefined for a restored one. */
async function restoreSeveral(
  reseller_uuid: string,
  { deletions, user_uuid }: { deletions: Deletion[]; user_uuid: string | undefined },
): Promise<(Refused | undefined)[]> {
  const records = await readDeleted(reseller_uuid, deletions);
  const wanted = records.filter(
    ({ uuid, record }) =>
      user_uuid === undefined || uuid === user_uuid || record?.["user_uuid"] === user_uuid,
  );
  const outcomes: (Refused | undefined)[] = [];
  for (const ofKind of Map.groupBy(wanted, ({ kind }) => kind).values()) {
    for (let first = 0; first < ofKind.length; first += RESTORED_AT_ONCE) {
      const some = ofKind.slice(first, first + RESTORED_AT_ONCE);
      outcomes.push(...(await Promise.all(some.map(refusalOf))));
    }
  }
  return outcomes;
}

async function refusalOf(deleted: DeletedRecord): Promise<Refused | undefined> {
  try {
    await restore(deleted);
    return undefined;
  } catch (error) {
    // Somebody else has just restored it.
    if (error instanceof RecordNotFound) return undefined;
    if (!(error instanceof ValidationFailed)) throw error;
    const { uuid, type, name } = presentDeleted(deleted);
    const [why = ""] = Object.values(error.errors).flatMap((rules) => Object.values(rules));
    return { uuid, type, name, why };
  }
}
