import { ApiKey } from "../../shared/entities/apiKey.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { requireEnv } from "../../shared/env.ts";
import { Overloaded } from "../../shared/errors.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { SEARCH_SHARDS, type SearchScope, searchPartition } from "../../shared/table/searchKeys.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";
import { assertConfirmed, count, yes } from "./deletions.ts";
import { named } from "./naming.ts";
import { requireReseller } from "./reseller.ts";
import { assertNoSandbox, findSandbox } from "./sandbox.ts";

/** By then no container accepts the deleted keys from its cache, so no record is added. */
const KEYS_FORGOTTEN_SECONDS = 15;

/**
 * Deletes a reseller and its sandbox: the keys at once, the rest by `functions/cleanup` in minutes
 * to hours. A repeated command reports what is left and restarts a clean-up that has stopped.
 */
export const deleteReseller = command(
  { uuid: named("reseller", "The reseller"), yes },
  async ({ uuid, yes }) => {
    const reseller = await requireReseller(uuid);
    assertNoSandbox(reseller, "it is deleted with that one.");
    const left = await countOwned(uuid);
    if (reseller.deleting_since === undefined) {
      const what = `the reseller "${reseller.name}" (${uuid}) with ${describe(left)}`;
      assertConfirmed(yes, `${what}${await describeSandbox(uuid)}`);
      await noteDeletion(uuid);
    }
    const sandbox = twinOf(uuid);
    await noteDeletion(sandbox);
    await deleteKeys(uuid);
    await deleteKeys(sandbox);
    const CLEANUP_QUEUE = requireEnv("CLEANUP_QUEUE_URL");
    const message = { reseller_uuid: uuid, uuid, entity: "reseller" };
    const refused = await sendEach(CLEANUP_QUEUE, [
      { message, group: uuid, delaySeconds: KEYS_FORGOTTEN_SECONDS },
    ]);
    if (refused.length > 0) throw new Overloaded("The clean-up queue does not take the message");
    return { done: false, ...progressOf(await requireReseller(uuid), left) };
  },
);

/** Reports the progress of a reseller's deletion. */
export const readDeletion = command(
  { uuid: named("reseller", "The reseller") },
  async ({ uuid }) => {
    const { data: reseller } = await Reseller.get({ uuid }).go({ consistent: true });
    if (reseller === null) return { done: true, uuid };
    return { done: false, ...progressOf(reseller, await countOwned(uuid)) };
  },
);

/** Marks a reseller as being deleted, which also prevents a new sandbox. Ignores a missing one. */
async function noteDeletion(uuid: string) {
  await writeIfTrue(() =>
    Reseller.patch({ uuid }).ifNotExists({ deleting_since: timestamp() }).go(),
  );
}

function progressOf({ uuid, name, deleting_since }: ResellerRecord, left: OwnedCounts) {
  return { uuid, name, deleting_since: deleting_since ?? null, ...left };
}

function describe({ users, businesses, websites, competitors, more }: OwnedCounts): string {
  const counts = [
    count(users, "user"),
    count(businesses, "business", "businesses"),
    count(websites, "website"),
    count(competitors, "competitor"),
  ];
  return `${more ? "more than " : ""}${counts.join(", ")}, and its plans, keys and webhooks`;
}

async function describeSandbox(uuid: string): Promise<string> {
  const sandbox = await findSandbox(uuid);
  return sandbox ? `; and its sandbox with ${describe(await countOwned(sandbox.uuid))}` : "";
}

/** May miss a key issued within the last second; repeating the command deletes it. */
async function deleteKeys(reseller_uuid: string) {
  const { data } = await ApiKey.query.ofReseller({ reseller_uuid }).go({ pages: "all" });
  await batchDelete(
    ApiKey,
    data.map(({ uuid }) => ({ uuid })),
  );
}

const COUNTED = ["users", "businesses", "websites", "competitors"] as const;

/** The number of a reseller's records by kind; `more` if the count stopped before the last record. */
type OwnedCounts = Record<(typeof COUNTED)[number], number> & { more: boolean };

/** At about 3,000 keys a page, this counts all records of a reseller with up to 100,000. */
const COUNTED_PAGES_A_SHARD = 3;

/** Counts a reseller's records by their keys in the index, up to about 100,000. */
async function countOwned(reseller_uuid: string): Promise<OwnedCounts> {
  const counts = { users: 0, businesses: 0, websites: 0, competitors: 0, more: false };
  await Promise.all(SEARCH_SHARDS.map((shard) => countShard({ reseller_uuid }, shard, counts)));
  return counts;
}

async function countShard(scope: SearchScope, shard: string, counts: OwnedCounts) {
  const partition = searchPartition(scope, shard);
  let pages = 0;
  for await (const { Items = [], LastEvaluatedKey } of queryIndex(
    { index: "gsi2", partition },
    { ProjectionExpression: "pk" },
  )) {
    for (const { pk } of Items) {
      const list = COUNTED.find((each) => String(pk).endsWith(`#${each}`));
      if (list !== undefined) counts[list] += 1;
    }
    pages += 1;
    if (pages < COUNTED_PAGES_A_SHARD) continue;
    if (LastEvaluatedKey) counts.more = true;
    break;
  }
}
