import { preconditionOf } from "../../shared/http/conditions.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/responses.ts";
import { removeUser } from "../../shared/lists/users.ts";
import { showUser } from "./user.ts";

/** Removes the user at once; `functions/cleanup` removes its businesses and what belongs to them. */
export const deleteUser = endpoint({
  record: "users",
  async answer({ reseller_uuid, uuid, event }) {
    await removeUser({ reseller_uuid, uuid }, preconditionOf(event, showUser));
    return deleted("User");
  },
});
