import { isClosed, Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { requireEnv } from "../../shared/env.ts";
import { type Source, walkUsers } from "../../shared/lists/walk.ts";
import { NEVER } from "../../shared/time.ts";
import { findOffboarding, noteOffboarding } from "../cleanup/offboardings.ts";
import { after, command, flag, text, WrongInput } from "./command.ts";
import { reseller_uuid } from "./naming.ts";
import { restoreAccount } from "./restore/account.ts";
import { Tally } from "./restore/outcome.ts";
import { OutOfTime, type Restoration, restoreRecords } from "./restore/records.ts";

/** Half of the function's timeout: the last batch has as much time again. */
const MOST_MS = 30_000;
/** Longer than a worker can be at a pass of an erasure. */
const STEP_MS = 120_000;
const ERASED = ["erasing", "erased"];

/**
 * Puts one reseller back as it was in a table that was restored beside the service: what is missing comes back,
 * and what people changed since has its former values; what was made since stays; an erased reseller comes back only with `erased`. Every write has the uuid of
 * the reseller in its key. A call that runs out of time returns `next`, the `after` of the next call; a repeated
 * command changes nothing more.
 */
export const restoreReseller = command(
  {
    reseller_uuid,
    from: text("--from"),
    dry_run: flag("--dry-run"),
    erased: flag("--erased"),
    after,
  },
  async ({ reseller_uuid, from: table, dry_run: isDry = false, erased = false, after }) => {
    const source = { reseller_uuid, table };
    const former = await readFormer(source);
    await assertMayReturn(reseller_uuid, { isErasedToo: erased, isDry });
    const end = Date.now() + MOST_MS;
    const tally = new Tally();
    const hasTime = () => Date.now() < end;
    const restoration: Restoration = { source, isDry, hasTime, tally, settled: new Map() };
    if (after === undefined) await restoreAccount(former, restoration);
    const next = await restoreTree(restoration, after?.split(".").map(Number));
    return { dry_run: isDry, records: tally.records, refused: tally.refused, next };
  },
);

/** Restores the records from `start` on; returns where the next call begins, or null at the end. */
async function restoreTree(restoration: Restoration, start?: number[]): Promise<string | null> {
  const { source, hasTime } = restoration;
  for await (const steps of walkUsers(source, start)) {
    const place = steps[0]?.path.join(".") ?? null;
    if (!hasTime()) return place;
    try {
      await restoreRecords(steps, restoration);
    } catch (error) {
      if (error instanceof OutOfTime) return place;
      throw error;
    }
  }
  return null;
}

/** The reseller in the restored table; throws WrongInput if there is no such table, or no such reseller in it. */
async function readFormer({ reseller_uuid, table }: Required<Source>): Promise<ResellerRecord> {
  const own = requireEnv("TABLE_NAME");
  if (!table.startsWith(`${own}-`)) {
    throw new WrongInput(`--from must be a restored table, whose name begins with "${own}-".`);
  }
  const former = await Reseller.get({ uuid: reseller_uuid })
    .go({ table, consistent: true })
    .catch((error: Error) => {
      const { name } = (error.cause ?? error) as Error;
      if (name !== "ResourceNotFoundException") throw error;
      throw new WrongInput(
        `There is no table ${table}: infra/RECOVERY.md says how to restore one.`,
      );
    });
  if (former.data && former.data.deleting_since === undefined) return former.data;
  throw new WrongInput(
    `The reseller ${reseller_uuid} is not in ${table}: restore an earlier time.`,
  );
}

/**
 * Throws WrongInput if the reseller is leaving or being erased; and if it was erased, unless the operator says to
 * restore it. Then the passes that are left of the erasure are given up.
 */
async function assertMayReturn(
  uuid: string,
  { isErasedToo, isDry }: { isErasedToo: boolean; isDry: boolean },
) {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (data && isClosed(data)) {
    throw new WrongInput(
      `The reseller ${uuid} is leaving: "reseller take-back" ends that; or wait until "reseller offboarding" says that it is gone.`,
    );
  }
  const offboarding = await findOffboarding(uuid);
  if (data || !offboarding || !ERASED.includes(offboarding.state)) return;
  if (!isErasedToo) {
    throw new WrongInput(
      `The reseller ${uuid} was erased on purpose (since ${offboarding.erase_at}). Add --erased to restore it all the same.`,
    );
  }
  const isBusy = Date.parse(offboarding.due_at) < Date.now() + STEP_MS;
  const returned = { state: "returned", due_at: NEVER } as const;
  if (isBusy || !(isDry || (await noteOffboarding(offboarding, returned)))) {
    throw new WrongInput(`The reseller ${uuid} is being erased: repeat this in some minutes.`);
  }
}
