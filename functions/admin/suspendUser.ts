import { changeListed } from "../../shared/lists/changeListed.ts";
import { suspension, users } from "../../shared/lists/users.ts";
import { command } from "./command.ts";
import { requireOwned } from "./records.ts";
import { describeUser, user_uuid } from "./user.ts";

/**
 * Suspends a user: the websites of the user's businesses are not checked, and no mail goes out, until
 * the user is resumed. One that is suspended already stays so since then.
 */
export const suspendUser = command({ uuid: user_uuid }, async ({ uuid }) => {
  const { reseller_uuid } = await requireOwned("user", uuid);
  const user = await changeListed(users, { reseller_uuid, uuid }, (found) => ({
    set: suspension(found, true),
  }));
  return describeUser(user);
});
