import { languageFor } from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { digestQuery, showDigest } from "./digest.ts";

export const fetchBusinessDigest = endpoint({
  record: "businesses",
  query: digestQuery,
  async answer({ reseller_uuid, uuid, query, event }) {
    const business = await getListed(businesses, { reseller_uuid, uuid });
    const language = await languageFor(query.language, business);
    return await showDigest({ reseller_uuid, business_uuid: uuid }, { query, event, language });
  },
});
