import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { competitorSchema } from "../../../shared/resources/schemas.ts";
import { showCompetitor } from "./competitor.ts";

export const fetchCompetitor = endpoint({
  route: "GET /v1/competitors/{competitor_uuid}",
  id: "fetchCompetitor",
  summary: "Fetch a competitor",
  response: () => fetchedOf(competitorSchema),
  async answer({ reseller_uuid, uuid }) {
    return showCompetitor(await getListed(competitors, { reseller_uuid, uuid }));
  },
});
