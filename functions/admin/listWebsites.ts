import { websites } from "../../shared/lists/websites.ts";
import { business_uuid } from "./business.ts";
import { command } from "./command.ts";
import { page, readNumberedPage } from "./page.ts";
import { requireOwned } from "./records.ts";

/** A page of the websites of a business, oldest first, and how many there are. */
export const listWebsites = command({ business_uuid, page }, async ({ business_uuid, page }) => {
  const { reseller_uuid } = await requireOwned("business", business_uuid);
  const place = { reseller_uuid, business_uuid };
  const { records, ...pages } = await readNumberedPage(websites, place, page);
  return {
    ...pages,
    websites: records.map(({ uuid, hostname, is_hostname_up }) => {
      return { uuid, hostname, is_hostname_up };
    }),
  };
});
