import { removeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import { command } from "./command.ts";
import { competitor_uuid } from "./competitor.ts";
import { assertConfirmed, yes } from "./deletion.ts";
import { requireOwned } from "./records.ts";

/** Deletes a competitor as the API does. */
export const deleteCompetitor = command({ uuid: competitor_uuid, yes }, async ({ uuid, yes }) => {
  const { reseller_uuid, hostname } = await requireOwned("competitor", uuid);
  assertConfirmed(yes, `the competitor ${hostname} (${uuid})`);
  await unlessGone(removeListed(competitors, { reseller_uuid, uuid }));
  return { deleted: "competitor", uuid, hostname };
});
