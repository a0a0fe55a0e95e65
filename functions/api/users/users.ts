import * as z from "zod/mini";
import { described, field, optional } from "../../../shared/fields/described.ts";
import {
  anyText,
  email,
  httpUrl,
  languagePreference,
  text,
} from "../../../shared/fields/fields.ts";
import { oneOf, unspaced } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import { offsetOf, pageQuery, paginated } from "../../../shared/http/pagination.ts";
import { deleted, fetched, updated } from "../../../shared/http/responses.ts";
import { changeListed, getListed } from "../../../shared/lists/changeListed.ts";
import { isErased, markErased } from "../../../shared/lists/deleted.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import { findUserByEmail, removeUser, suspension, users } from "../../../shared/lists/users.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { transactIfTrue } from "../../../shared/platform/table/transact.ts";
import { presentUser } from "../../../shared/resources/presenters.ts";
import { userSchema } from "../../../shared/resources/schemas.ts";

/** The body of an update; `""` removes the avatar. */
const userBody = z.object({
  first_name: text("First name"),
  last_name: text("Last name"),
  language_preference: languagePreference("Language preference"),
  avatar: described(httpUrl("Avatar", anyText), "URL of a picture; empty for none."),
  suspended: field.boolean("`true` suspends the user, `false` ends the suspension."),
});

export const listUsers = endpoint({
  route: "GET /v1/users",
  id: "listUsers",
  summary: "List your users",
  details: "Oldest first.",
  response: () => pageOf(userSchema),
  query: z.object({
    email: optional(
      z.pipe(unspaced, email("Email")),
      "Only the user with this address; case is ignored.",
      "ada@example.com",
    ),
    ...pageQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const { email } = query;
    const { records, total } =
      email === undefined
        ? await readPage(users, { reseller_uuid }, offsetOf(query))
        : await pageOfOne(reseller_uuid, { ...offsetOf(query), email });
    return paginated(event, query, { records: records.map(presentUser), total });
  },
});

async function pageOfOne(
  reseller_uuid: string,
  { offset, limit, email }: { offset: number; limit: number; email: string },
) {
  const user = await findUserByEmail(reseller_uuid, email);
  const records = user ? [user] : [];
  return { records: records.slice(offset, offset + limit), total: records.length };
}

export const fetchUser = endpoint({
  route: "GET /v1/users/{user_uuid}",
  id: "fetchUser",
  summary: "Fetch a user",
  response: () => fetchedOf(userSchema),
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentUser(await getListed(users, { reseller_uuid, uuid })));
  },
});

/** Changes a user. The websites of a suspended user are not checked. */
export const updateUser = endpoint({
  route: "PATCH /v1/users/{user_uuid}",
  id: "updateUser",
  summary: "Change or suspend a user",
  details:
    "Changes the fields that are sent, and keeps the rest. The e-mail address cannot be changed. While a user is suspended, the user's websites are not checked, and that time counts neither as up nor as down.",
  response: () => doneOf("User updated", userSchema),
  exampleBody: { language_preference: "fr-FR", suspended: false },
  body: z.partial(userBody),
  async answer({ reseller_uuid, uuid, body }) {
    const { avatar, suspended, ...attributes } = body;
    const user = await changeListed(users, { reseller_uuid, uuid }, (user) => ({
      set: {
        ...attributes,
        ...(avatar !== undefined && { avatar: avatar || undefined }),
        ...(suspended !== undefined && suspension(user, suspended)),
      },
    }));
    return updated("User", presentUser(user));
  },
});

/** Removes the user at once; `functions/workers/cleanup` removes the user's businesses and what belongs to them. */
export const deleteUser = endpoint({
  route: "DELETE /v1/users/{user_uuid}",
  id: "deleteUser",
  summary: "Delete a user",
  details:
    "The e-mail address can be used again at once. The user's businesses are deleted as well, within seconds, with their websites, competitors and feed items. All of it can be restored for seven days, unless `erase` is `true`: then it is removed for good. Copies expire: stored responses after 24 hours, deliveries after 30 days, backups after 35 days. A user that was deleted within seven days can still be erased.",
  response: () => deletedOf("User"),
  query: z.object({
    erase: optional(
      oneOf("Erase", ["true", "false"]),
      "`true` erases the user and what belongs to the user for good, also after a deletion.",
      "true",
    ),
  }),
  async answer({ reseller_uuid, uuid, query }) {
    const key = { reseller_uuid, uuid };
    if (query.erase === "true") await erase(key);
    else await removeUser(key);
    return deleted("User");
  },
});

/** Removes a user for good; also one that was deleted before, unless that is restored at the same time. */
async function erase(key: OwnedKey) {
  try {
    await removeUser(key, [markErased(key)]);
  } catch (error) {
    if (!(error instanceof RecordNotFound)) throw error;
    if (!(await transactIfTrue(markErased(key, true))) && !(await isErased(key))) throw error;
  }
}
