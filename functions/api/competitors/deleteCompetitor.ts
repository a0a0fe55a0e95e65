import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { removeListed } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { showCompetitor } from "./competitor.ts";

export const deleteCompetitor = endpoint({
  record: "competitors",
  async answer({ reseller_uuid, uuid, event }) {
    const check = preconditionOf(event, showCompetitor);
    await removeListed(competitors, { reseller_uuid, uuid }, check);
    return deleted("Competitor");
  },
});
