import { Reseller } from "../../shared/entities/reseller.ts";
import { searchKeys } from "../../shared/table/searchKeys.ts";
import { command, name } from "./command.ts";
import {
  assertNameIsFree,
  describeReseller,
  requireReseller,
  resellerNamed,
  same_name,
} from "./reseller.ts";

/** Gives a reseller another name, which its users' mails come from where no sender name is set. */
export const renameReseller = command(
  { uuid: resellerNamed("The reseller"), name, same_name },
  async ({ uuid, name, same_name = false }) => {
    await requireReseller(uuid);
    if (!same_name) await assertNameIsFree(name, uuid);
    await Reseller.patch({ uuid })
      .set({ name, ...searchKeys(name, { uuid }) })
      .go();
    return describeReseller(await requireReseller(uuid));
  },
);
