import * as z from "zod/mini";
import { endpoint } from "../../shared/http/endpoint.ts";
import { getFinding, languageFor, languageQuery, showFinding } from "./finding.ts";

export const fetchFinding = endpoint({
  record: "findings",
  query: z.object({ language: languageQuery }),
  async answer({ reseller_uuid, uuid, query }) {
    const found = await getFinding({ reseller_uuid, uuid });
    return showFinding(found, await languageFor(query.language, found.business));
  },
});
