import * as z from "zod/mini";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { updated } from "../../../shared/http/responses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { suspension, users } from "../../../shared/lists/users.ts";
import { userSchema } from "../../../shared/resources/schemas.ts";
import { presentUser } from "../../../shared/resources/user.ts";
import { showUser, userBody } from "./user.ts";

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
  async answer({ reseller_uuid, uuid, body, event }) {
    const check = preconditionOf(event, showUser);
    const { avatar, suspended, ...given } = body;
    const user = await changeListed(users, { reseller_uuid, uuid }, async (found) => {
      await check?.(found);
      return {
        set: {
          ...given,
          ...(avatar !== undefined && { avatar: avatar || undefined }),
          ...(suspended !== undefined && suspension(found, suspended)),
        },
      };
    });
    return updated("User", presentUser(user));
  },
});
