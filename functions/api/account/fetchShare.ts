import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { shares } from "../../../shared/lists/shares.ts";
import { showShare } from "./share.ts";
import { shareSchema } from "./shareSchemas.ts";

export const fetchShare = endpoint({
  route: "GET /v1/shares/{share_uuid}",
  id: "fetchShare",
  summary: "Fetch a share",
  response: () => fetchedOf(shareSchema),
  async answer({ reseller_uuid, uuid, event }) {
    return showShare(originOf(event))(await getListed(shares, { reseller_uuid, uuid }));
  },
});
