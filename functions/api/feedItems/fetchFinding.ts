import * as z from "zod/mini";
import {
  getFinding,
  languageFor,
  languageQuery,
  showFinding,
} from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { findingSchema } from "../../../shared/resources/monitoringSchemas.ts";

export const fetchFinding = endpoint({
  route: "GET /v1/findings/{finding_uuid}",
  id: "fetchFinding",
  summary: "Fetch a finding",
  details: "The first finding of a website can be fetched a second after it was written.",
  response: () => fetchedOf(findingSchema),
  query: z.object({ language: languageQuery }),
  async answer({ reseller_uuid, uuid, query }) {
    const found = await getFinding({ reseller_uuid, uuid });
    return showFinding(found, await languageFor(query.language, found.business));
  },
});
