import { Prospect } from "../../../shared/entities/prospect.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { noteRemover } from "../../../shared/lists/changeListed.ts";
import { tokenRemovals } from "../../../shared/lists/shares.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { getProspect, removalOf, showProspect } from "../../../shared/prospects/prospect.ts";

/** Removes a prospect and its page; the clean-up removes what its audit wrote. */
export const deleteProspect = endpoint({
  route: "DELETE /v1/prospects/{prospect_uuid}",
  id: "deleteProspect",
  summary: "Delete a prospect",
  details: "Its page leads nowhere from now on, at the latest after ten seconds.",
  response: () => deletedOf("Prospect"),
  async answer({ reseller_uuid, uuid, event }) {
    const key = { reseller_uuid, uuid };
    const check = preconditionOf(event, showProspect(originOf(event)));
    await retryOnConflict(async () => {
      const prospect = await getProspect(key);
      await check?.(prospect);
      const remover = await noteRemover(Prospect, key);
      if (remover === undefined) throw new RecordNotFound("prospects");
      await transact(removalOf(prospect, remover), ...tokenRemovals({ slug: prospect.slug }));
    });
    return deleted("Prospect");
  },
});
