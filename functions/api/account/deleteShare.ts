import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { removeShare } from "../../../shared/lists/shares.ts";
import { showShare } from "./share.ts";

export const deleteShare = endpoint({
  route: "DELETE /v1/shares/{share_uuid}",
  id: "deleteShare",
  summary: "Delete a share",
  details: "Its link leads nowhere from now on, at the latest after ten seconds.",
  response: () => deletedOf("Share"),
  async answer({ reseller_uuid, uuid, event }) {
    await removeShare({ reseller_uuid, uuid }, preconditionOf(event, showShare(originOf(event))));
    return deleted("Share");
  },
});
