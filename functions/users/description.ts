import type { DescriptionsOf } from "../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../shared/http/envelopes.ts";
import { userSchema } from "../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/users": {
    id: "listUsers",
    summary: "List your users",
    details: "Oldest first.",
    response: pageOf(userSchema),
  },
  "GET /v1/users/{user_uuid}": {
    id: "fetchUser",
    summary: "Fetch a user",
    response: fetchedOf(userSchema),
  },
  "PATCH /v1/users/{user_uuid}": {
    id: "updateUser",
    summary: "Change or suspend a user",
    details:
      "Changes the fields that are sent, and keeps the rest. The e-mail address cannot be changed. While a user is suspended, the user's websites are not checked, and that time counts neither as up nor as down.",
    response: doneOf("User updated", userSchema),
    exampleBody: { language_preference: "fr-FR", suspended: false },
  },
  "DELETE /v1/users/{user_uuid}": {
    id: "deleteUser",
    summary: "Delete a user",
    details:
      "The e-mail address can be used again at once. The user's businesses are deleted as well, within seconds, with their websites, competitors and feed items.",
    response: deletedOf("User"),
  },
} as const satisfies DescriptionsOf<"users">;
