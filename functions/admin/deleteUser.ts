import { businesses } from "../../shared/lists/businesses.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { readPage } from "../../shared/lists/readPage.ts";
import { removeUser } from "../../shared/lists/users.ts";
import { command } from "./command.ts";
import { assertConfirmed, count, yes } from "./deletion.ts";
import { requireOwned } from "./records.ts";
import { user_uuid } from "./user.ts";

/**
 * Deletes a user, whose e-mail address is free again at once; the user's businesses, with what
 * depends on them, go within minutes.
 */
export const deleteUser = command({ uuid: user_uuid, yes }, async ({ uuid, yes }) => {
  const { reseller_uuid, email } = await requireOwned("user", uuid);
  const place = { reseller_uuid, user_uuid: uuid };
  const { total } = await readPage(businesses, place, { offset: 0, limit: 0 });
  assertConfirmed(
    yes,
    `the user ${email} (${uuid}) with ${count(total, "business", "businesses")} and all that is in them`,
  );
  await unlessGone(removeUser({ reseller_uuid, uuid }));
  return { deleted: "user", uuid, email, businesses: total };
});
