import { changeListed } from "../../shared/lists/changeListed.ts";
import { suspension, users } from "../../shared/lists/users.ts";
import { command } from "./command.ts";
import { requireOwned } from "./records.ts";
import { describeUser, user_uuid } from "./user.ts";

/** Ends the suspension of a user. */
export const resumeUser = command({ uuid: user_uuid }, async ({ uuid }) => {
  const { reseller_uuid } = await requireOwned("user", uuid);
  const user = await changeListed(users, { reseller_uuid, uuid }, (found) => ({
    set: suspension(found, false),
  }));
  return describeUser(user);
});
