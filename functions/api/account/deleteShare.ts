import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { originOf } from "../../../shared/http/event.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { removeShare } from "../../../shared/lists/shares.ts";
import { showShare } from "./share.ts";

export const deleteShare = endpoint({
  record: "shares",
  async answer({ reseller_uuid, uuid, event }) {
    await removeShare({ reseller_uuid, uuid }, preconditionOf(event, showShare(originOf(event))));
    return deleted("Share");
  },
});
