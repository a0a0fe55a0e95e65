import { endpoint } from "../../../shared/http/endpoint.ts";
import { originOf } from "../../../shared/http/event.ts";
import { getProspect, showProspect } from "../../../shared/prospects/prospect.ts";

export const fetchProspect = endpoint({
  record: "prospects",
  async answer({ reseller_uuid, uuid, event }) {
    const prospect = await getProspect({ reseller_uuid, uuid });
    return await showProspect(originOf(event))(prospect);
  },
});
