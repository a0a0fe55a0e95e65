import { businesses } from "../../shared/lists/businesses.ts";
import { removeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import { readPage } from "../../shared/lists/readPage.ts";
import { websites } from "../../shared/lists/websites.ts";
import { business_uuid } from "./business.ts";
import { command } from "./command.ts";
import { assertConfirmed, count, yes } from "./deletion.ts";
import { requireOwned } from "./records.ts";

const NO_RECORDS = { offset: 0, limit: 0 };

/** Deletes a business as the API does; what depends on it goes within seconds. */
export const deleteBusiness = command({ uuid: business_uuid, yes }, async ({ uuid, yes }) => {
  const { reseller_uuid, name } = await requireOwned("business", uuid);
  const place = { reseller_uuid, business_uuid: uuid };
  const [ofWebsites, ofCompetitors] = await Promise.all([
    readPage(websites, place, NO_RECORDS),
    readPage(competitors, place, NO_RECORDS),
  ]);
  const dependents = { websites: ofWebsites.total, competitors: ofCompetitors.total };
  assertConfirmed(
    yes,
    `the business "${name}" (${uuid}) with ${count(dependents.websites, "website")} and ${count(dependents.competitors, "competitor")}`,
  );
  await unlessGone(removeListed(businesses, { reseller_uuid, uuid }));
  return { deleted: "business", uuid, name, ...dependents };
});
