import { endpoint } from "../../../shared/http/endpoint.ts";
import { pageOf } from "../../../shared/http/envelopes.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { DIGEST_DETAILS, digestQuery, showDigest } from "./digest.ts";
import { websiteDigestSchema } from "./digestSchemas.ts";

export const fetchUserDigest = endpoint({
  route: "GET /v1/users/{user_uuid}/digest",
  id: "fetchUserDigest",
  summary: "Fetch the digest of a user's websites",
  details: `${DIGEST_DETAILS} A user with more than 100 businesses or 1,000 websites is refused (rule \`max\`): fetch the digests of the businesses.`,
  response: () => pageOf(websiteDigestSchema),
  isStrict: true,
  query: digestQuery,
  async answer({ reseller_uuid, uuid, query, event }) {
    const { language_preference } = await getListed(users, { reseller_uuid, uuid });
    const language = query.language ?? textLanguageOf(language_preference);
    return await showDigest({ reseller_uuid, user_uuid: uuid }, { query, event, language });
  },
});
