import { ApiKey } from "../../shared/entities/apiKey.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { requireEnv } from "../../shared/env.ts";
import { Overloaded } from "../../shared/errors.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { assertConfirmed, command, count, yes } from "./command.ts";
import { countOwned, type OwnedCounts } from "./countOwned.ts";

import { requireReseller, resellerNamed } from "./reseller.ts";
import { assertNoSandbox, findSandbox } from "./sandbox.ts";

/** Until then every container has forgotten the keys: nothing is added any more. */
const KEYS_FORGOTTEN_SECONDS = 15;

/**
 * Deletes a reseller with its sandbox: the keys at once, everything else by `functions/cleanup` in minutes to hours.
 * Asked again it says what is left, and has the clean-up go on should it have stopped.
 */
export const deleteReseller = command(
  { uuid: resellerNamed("The reseller"), yes },
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

/** How far the deletion of a reseller is. */
export const readDeletion = command({ uuid: resellerNamed("The reseller") }, async ({ uuid }) => {
  const { data: reseller } = await Reseller.get({ uuid }).go({ consistent: true });
  if (reseller === null) return { done: true, uuid };
  return { done: false, ...progressOf(reseller, await countOwned(uuid)) };
});

/** Of a reseller that there is: one that is being deleted gets no sandbox any more, and many have none. */
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

/** One that was issued within the last second may be left; it goes when this is asked again. */
async function deleteKeys(reseller_uuid: string) {
  const { data } = await ApiKey.query.ofReseller({ reseller_uuid }).go({ pages: "all" });
  await batchDelete(
    ApiKey,
    data.map(({ uuid }) => ({ uuid })),
  );
}
