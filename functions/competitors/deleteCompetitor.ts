import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/envelopes.ts";
import { removeListed } from "../../shared/lists/changeListed.ts";
import { competitors } from "../../shared/lists/competitors.ts";

export const deleteCompetitor = endpoint({
  record: "competitors",
  async answer({ reseller_uuid, uuid }) {
    await removeListed(competitors, { reseller_uuid, uuid });
    return deleted("Competitor");
  },
});
