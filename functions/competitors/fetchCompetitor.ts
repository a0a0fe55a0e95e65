import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { getListed } from "../../shared/lists/changeListed.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import { presentCompetitor } from "../../shared/resources/competitor.ts";

export const fetchCompetitor = endpoint({
  record: "competitors",
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentCompetitor(await getListed(competitors, { reseller_uuid, uuid })));
  },
});
