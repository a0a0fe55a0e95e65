import * as z from "zod/mini";
import {
  getFinding,
  languageFor,
  languageQuery,
  showFinding,
} from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";

export const fetchFinding = endpoint({
  record: "findings",
  query: z.object({ language: languageQuery }),
  async answer({ reseller_uuid, uuid, query }) {
    const found = await getFinding({ reseller_uuid, uuid });
    return showFinding(found, await languageFor(query.language, found.business));
  },
});
