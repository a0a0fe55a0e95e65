import { endpoint } from "../../../shared/http/endpoint.ts";
import { originOf } from "../../../shared/http/event.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { shares } from "../../../shared/lists/shares.ts";
import { showShare } from "./share.ts";

export const fetchShare = endpoint({
  record: "shares",
  async answer({ reseller_uuid, uuid, event }) {
    return showShare(originOf(event))(await getListed(shares, { reseller_uuid, uuid }));
  },
});
