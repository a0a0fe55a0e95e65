import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { presentKnownWords } from "../../../shared/resources/business.ts";
import { knownWordsSchema } from "../../../shared/resources/schemas.ts";

export const fetchKnownWords = endpoint({
  route: "GET /v1/businesses/{business_uuid}/known-words",
  id: "fetchKnownWords",
  summary: "Fetch the known words of a business",
  details: "Audits of the business's websites do not report these words as misspelt.",
  response: () => fetchedOf(knownWordsSchema),
  async answer({ reseller_uuid, uuid }) {
    return showKnownWords(await getListed(businesses, { reseller_uuid, uuid }));
  },
});

/** The answer to GET of a business's known words. */
export function showKnownWords(found: BusinessRecord) {
  return fetched(presentKnownWords(found));
}
