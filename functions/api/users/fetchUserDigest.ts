import { endpoint } from "../../../shared/http/endpoint.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { digestQuery, showDigest } from "./digest.ts";

export const fetchUserDigest = endpoint({
  record: "users",
  query: digestQuery,
  async answer({ reseller_uuid, uuid, query, event }) {
    const { language_preference } = await getListed(users, { reseller_uuid, uuid });
    const language = query.language ?? textLanguageOf(language_preference);
    return await showDigest({ reseller_uuid, user_uuid: uuid }, { query, event, language });
  },
});
