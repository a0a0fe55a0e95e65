import { languageFor } from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { pageOf } from "../../../shared/http/envelopes.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { DIGEST_DETAILS, digestQuery, showDigest } from "./digest.ts";
import { websiteDigestSchema } from "./digestSchemas.ts";

export const fetchBusinessDigest = endpoint({
  route: "GET /v1/businesses/{business_uuid}/digest",
  id: "fetchBusinessDigest",
  summary: "Fetch the digest of a business's websites",
  details: DIGEST_DETAILS,
  response: () => pageOf(websiteDigestSchema),
  isStrict: true,
  query: digestQuery,
  async answer({ reseller_uuid, uuid, query, event }) {
    const business = await getListed(businesses, { reseller_uuid, uuid });
    const language = await languageFor(query.language, business);
    return await showDigest({ reseller_uuid, business_uuid: uuid }, { query, event, language });
  },
});
