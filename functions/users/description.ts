import type { DescriptionsOf } from "../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../shared/http/envelopes.ts";
import { userSchema } from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
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
      "Changes the fields that are sent and keeps the rest; the e-mail address stays. While a user is suspended, the websites of the user's businesses are not checked, and that time is neither up nor down.",
    response: doneOf("User updated", userSchema),
    exampleBody: { language_preference: "fr-FR", suspended: false },
  },
  "DELETE /v1/users/{user_uuid}": {
    id: "deleteUser",
    summary: "Delete a user",
    details:
      "The e-mail address is free again at once. The user's businesses go with the user within seconds, with their websites, competitors and feed items.",
    response: deletedOf("User"),
  },
} as const satisfies DescriptionsOf<"users">;
