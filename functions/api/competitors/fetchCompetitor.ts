import { endpoint } from "../../../shared/http/endpoint.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { showCompetitor } from "./competitor.ts";

export const fetchCompetitor = endpoint({
  record: "competitors",
  async answer({ reseller_uuid, uuid }) {
    return showCompetitor(await getListed(competitors, { reseller_uuid, uuid }));
  },
});
