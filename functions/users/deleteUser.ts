import { preconditionOf } from "../../shared/http/conditions.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/responses.ts";
import { removeUser } from "../../shared/lists/users.ts";
import { showUser } from "./user.ts";

/** The user is gone at once; `functions/cleanup` removes the businesses, and what depends on those. */
export const deleteUser = endpoint({
  record: "users",
  async answer({ reseller_uuid, uuid, event }) {
    await removeUser({ reseller_uuid, uuid }, preconditionOf(event, showUser));
    return deleted("User");
  },
});
