import type { DescriptionsOf } from "../../shared/http/description.ts";
import { pageOf } from "../../shared/http/envelopes.ts";
import { userSchema } from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/users": {
    id: "listUsers",
    summary: "List your users",
    details: "Oldest first.",
    response: pageOf(userSchema),
  },
} as const satisfies DescriptionsOf<"users">;
