import { endpoint } from "../../../shared/http/endpoint.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { showUser } from "./user.ts";

export const fetchUser = endpoint({
  record: "users",
  async answer({ reseller_uuid, uuid }) {
    return showUser(await getListed(users, { reseller_uuid, uuid }));
  },
});
