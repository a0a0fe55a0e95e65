import { competitors } from "../../shared/lists/competitors.ts";
import { business_uuid } from "./business.ts";
import { command } from "./command.ts";
import { page, readNumberedPage } from "./page.ts";
import { requireOwned } from "./records.ts";

/** A page of the competitors of a business, oldest first, and how many there are. */
export const listCompetitors = command({ business_uuid, page }, async ({ business_uuid, page }) => {
  const { reseller_uuid } = await requireOwned("business", business_uuid);
  const place = { reseller_uuid, business_uuid };
  const { records, ...pages } = await readNumberedPage(competitors, place, page);
  return {
    ...pages,
    competitors: records.map(({ uuid, hostname, name }) => ({ uuid, hostname, name })),
  };
});
