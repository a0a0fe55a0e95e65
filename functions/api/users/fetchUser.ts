import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { userSchema } from "../../../shared/resources/schemas.ts";
import { showUser } from "./user.ts";

export const fetchUser = endpoint({
  route: "GET /v1/users/{user_uuid}",
  id: "fetchUser",
  summary: "Fetch a user",
  response: () => fetchedOf(userSchema),
  async answer({ reseller_uuid, uuid }) {
    return showUser(await getListed(users, { reseller_uuid, uuid }));
  },
});
