import { Reseller } from "../../shared/entities/reseller.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { searchKeys } from "../../shared/table/searchKeys.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { command, name } from "./command.ts";
import {
  assertNameIsFree,
  describeReseller,
  requireReseller,
  resellerNamed,
  same_name,
} from "./reseller.ts";
import { assertNoSandbox, sandboxName } from "./sandbox.ts";

/** Gives a reseller, and its sandbox, another name, which its users' mails come from where no sender name is set. */
export const renameReseller = command(
  { uuid: resellerNamed("The reseller"), name, same_name },
  async ({ uuid, name, same_name = false }) => {
    assertNoSandbox(await requireReseller(uuid), "it has the name that its reseller is given.");
    if (!same_name) await assertNameIsFree(name, uuid);
    await setName(uuid, name);
    await setName(twinOf(uuid), sandboxName(name));
    return describeReseller(await requireReseller(uuid));
  },
);

/** Of a reseller that there is: not each has a sandbox. */
async function setName(uuid: string, name: string) {
  await writeIfTrue(() =>
    Reseller.patch({ uuid })
      .set({ name, ...searchKeys(name, { uuid }) })
      .go(),
  );
}
