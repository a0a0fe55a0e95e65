import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import { websiteDetailsSchema, websiteDigestSchema } from "./digestSchemas.ts";

const DETAILS =
  "How each website did in the last seven days that are over, or from `from` to `to`: uptime, downtimes, response times, what audits found, and what is not known. Days begin and end at midnight in `timezone`. Uptime is kept by the hour for six days and by the day in UTC before: a day that the period divides counts by its downtimes and its share.";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/users/{user_uuid}/digest": {
    id: "fetchUserDigest",
    summary: "Fetch the digest of a user's websites",
    details: `${DETAILS} A user with more than 100 businesses or 1,000 websites is refused (rule \`max\`): fetch the digests of the businesses.`,
    response: pageOf(websiteDigestSchema),
  },
  "GET /v1/businesses/{business_uuid}/digest": {
    id: "fetchBusinessDigest",
    summary: "Fetch the digest of a business's websites",
    details: DETAILS,
    response: pageOf(websiteDigestSchema),
  },
  "GET /v1/websites/{website_uuid}/digest": {
    id: "fetchWebsiteDigest",
    summary: "Fetch the digest of a website",
    details: DETAILS.replace("each website", "the website"),
    response: fetchedOf(websiteDetailsSchema),
  },
} as const satisfies DescriptionsOf<"digests">;
