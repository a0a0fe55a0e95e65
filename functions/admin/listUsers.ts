import { users } from "../../shared/lists/users.ts";
import { command } from "./command.ts";
import { page, readNumberedPage } from "./page.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";

/** A page of the users of a reseller, oldest first, and how many there are. */
export const listUsers = command({ reseller_uuid, page }, async ({ reseller_uuid, page }) => {
  await requireReseller(reseller_uuid);
  const { records, ...pages } = await readNumberedPage(users, { reseller_uuid }, page);
  return {
    ...pages,
    users: records.map(({ uuid, email, suspended_at }) => {
      return { uuid, email, suspended_at: suspended_at ?? null };
    }),
  };
});
