import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/envelopes.ts";
import { getCompetitor } from "./getCompetitor.ts";
import { presentCompetitor } from "./presentCompetitor.ts";

export const fetchCompetitor = endpoint({
  record: "competitors",
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentCompetitor(await getCompetitor(reseller_uuid, uuid)));
  },
});
