import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { getProspect, showProspect } from "../../../shared/prospects/prospect.ts";
import { prospectSchema } from "../../../shared/prospects/prospectSchemas.ts";

export const fetchProspect = endpoint({
  route: "GET /v1/prospects/{prospect_uuid}",
  id: "fetchProspect",
  summary: "Fetch a prospect with its findings",
  response: () => fetchedOf(prospectSchema),
  async answer({ reseller_uuid, uuid, event }) {
    const prospect = await getProspect({ reseller_uuid, uuid });
    return await showProspect(originOf(event))(prospect);
  },
});
