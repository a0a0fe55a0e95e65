import { businesses } from "../../shared/lists/businesses.ts";
import { command } from "./command.ts";
import { page, readNumberedPage } from "./page.ts";
import { requireOwned } from "./records.ts";
import { user_uuid } from "./user.ts";

/** A page of the businesses of a user, oldest first, and how many there are. */
export const listBusinesses = command({ user_uuid, page }, async ({ user_uuid, page }) => {
  const { reseller_uuid } = await requireOwned("user", user_uuid);
  const place = { reseller_uuid, user_uuid };
  const { records, ...pages } = await readNumberedPage(businesses, place, page);
  return { ...pages, businesses: records.map(({ uuid, name }) => ({ uuid, name })) };
});
