import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { removeListed } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { showCompetitor } from "./competitor.ts";

export const deleteCompetitor = endpoint({
  route: "DELETE /v1/competitors/{competitor_uuid}",
  id: "deleteCompetitor",
  summary: "Delete a competitor",
  response: () => deletedOf("Competitor"),
  async answer({ reseller_uuid, uuid, event }) {
    const check = preconditionOf(event, showCompetitor);
    await removeListed(competitors, { reseller_uuid, uuid }, check);
    return deleted("Competitor");
  },
});
