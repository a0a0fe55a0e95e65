import * as z from "zod/mini";
import type { UserRecord } from "../../../shared/entities/user.ts";
import { described } from "../../../shared/fields/described.ts";
import { anyText, httpUrl, languagePreference, text } from "../../../shared/fields/fields.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentUser } from "../../../shared/resources/user.ts";

/** The body of an update; `""` removes the avatar. */
export const userBody = z.object({
  first_name: text("First name"),
  last_name: text("Last name"),
  language_preference: languagePreference("Language preference"),
  avatar: described(httpUrl("Avatar", anyText), "URL of a picture; empty for none."),
  suspended: described(z.boolean(), "`true` suspends the user, `false` ends the suspension."),
});

/** The answer to GET of a user. */
export function showUser(found: UserRecord) {
  return fetched(presentUser(found));
}
