import * as z from "zod/mini";
import { languageFor, languageQuery } from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { presentAccountWebsites } from "../../../shared/views/accountWebsite.ts";
import { periodOf, periodQuery } from "../../../shared/views/period.ts";
import { readView } from "../../../shared/views/websiteView.ts";
import { readCustomerText } from "./customerText.ts";
import { DIGEST_DETAILS, presentDigest } from "./digest.ts";
import { websiteDetailsSchema } from "./digestSchemas.ts";

export const fetchWebsiteDigest = endpoint({
  route: "GET /v1/websites/{website_uuid}/digest",
  id: "fetchWebsiteDigest",
  summary: "Fetch the digest of a website",
  details: DIGEST_DETAILS.replace("each website", "the website"),
  response: () => fetchedOf(websiteDetailsSchema),
  query: z.object({ ...periodQuery, language: languageQuery }),
  async answer({ reseller_uuid, uuid, query, event }) {
    const now = event.requestContext.timeEpoch;
    const website = await getListed(websites, { reseller_uuid, uuid });
    const { user_uuid = "" } = website;
    const language = await languageFor(query.language, { reseller_uuid, user_uuid });
    const asked = { period: periodOf(query, now), language, now };
    const [digest, [listed], customer_text] = await Promise.all([
      readView(website, asked).then(presentDigest),
      presentAccountWebsites([website], now),
      readCustomerText(website, now),
    ]);
    const {
      business_name = null,
      last_24_hours = [],
      certificate_expires_at = null,
      domain_expires_at = null,
      response_ms: median = null,
      response_p95_ms: p95 = null,
    } = listed ?? {};
    return fetched({
      ...digest,
      ...{ business_name, last_24_hours, certificate_expires_at, domain_expires_at },
      last_24_hours_response_ms: median !== null && p95 !== null ? { median, p95 } : null,
      customer_text,
    });
  },
});
