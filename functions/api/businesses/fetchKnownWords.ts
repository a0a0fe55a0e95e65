import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { presentKnownWords } from "../../../shared/resources/business.ts";

export const fetchKnownWords = endpoint({
  record: "businesses",
  async answer({ reseller_uuid, uuid }) {
    return showKnownWords(await getListed(businesses, { reseller_uuid, uuid }));
  },
});

/** The answer to GET of a business's known words. */
export function showKnownWords(found: BusinessRecord) {
  return fetched(presentKnownWords(found));
}
