import { RESTORABLE_DAYS } from "../../shared/time.ts";
import { deleteBusiness } from "../businesses/deleteBusiness.ts";
import { listBusinesses } from "../businesses/listBusinesses.ts";
import { deleteCompetitor } from "../competitors/deleteCompetitor.ts";
import { listCompetitors } from "../competitors/listCompetitors.ts";
import { deleteUser } from "../users/deleteUser.ts";
import { deleteWebsite } from "../websites/deleteWebsite.ts";
import { listWebsites } from "../websites/listWebsites.ts";
import { asReseller, type ListEndpoint } from "./asReseller.ts";
import { business_uuid } from "./business.ts";
import { command, flag, WrongInput } from "./command.ts";
import { competitor_uuid } from "./competitor.ts";
import { user_uuid } from "./naming.ts";
import { requireChangeable, requireOpenReseller } from "./reseller.ts";
import { requireWebsite, website } from "./website.ts";

export const yes = flag("--yes");

/** Throws WrongInput with what a deletion would delete, unless the operator gave `--yes`. */
export function assertConfirmed(confirmed: boolean | undefined, what: string, until = "for good") {
  if (confirmed) return;
  throw new WrongInput(`This deletes ${what}, ${until}. Add --yes to do it.`);
}

const RESTORABLE = `which "deleted restore" undoes for ${RESTORABLE_DAYS} days`;

/** `3 websites`, `1 user`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** The deletions that the API offers to resellers as well, by the same endpoints. */
export const deletionCommands = {
  "user delete": command({ uuid: user_uuid, yes }, async ({ uuid, yes }) => {
    const { reseller_uuid, email } = await requireChangeable("user", uuid);
    const query = { userUuid: uuid };
    const businesses = await countListed(listBusinesses, reseller_uuid, query);
    const loss = `${count(businesses, "business", "businesses")} and all that is in them`;
    assertConfirmed(yes, `the user ${email} (${uuid}) with ${loss}`, RESTORABLE);
    await asReseller(reseller_uuid, deleteUser, { path: { user_uuid: uuid } });
    return { deleted: "user", uuid, email, businesses };
  }),
  "business delete": command({ uuid: business_uuid, yes }, async ({ uuid, yes }) => {
    const { reseller_uuid, name } = await requireChangeable("business", uuid);
    const query = { businessUuid: uuid };
    const [websites, competitors] = await Promise.all([
      countListed(listWebsites, reseller_uuid, query),
      countListed(listCompetitors, reseller_uuid, query),
    ]);
    const loss = `${count(websites, "website")} and ${count(competitors, "competitor")}`;
    assertConfirmed(yes, `the business "${name}" (${uuid}) with ${loss}`, RESTORABLE);
    await asReseller(reseller_uuid, deleteBusiness, { path: { business_uuid: uuid } });
    return { deleted: "business", uuid, name, websites, competitors };
  }),
  "website delete": command({ website, yes }, async ({ website: named, yes }) => {
    const { reseller_uuid, uuid, hostname } = await requireWebsite(named);
    await requireOpenReseller(reseller_uuid);
    assertConfirmed(
      yes,
      `the website ${hostname} (${uuid}), with its checks and its feed`,
      RESTORABLE,
    );
    await asReseller(reseller_uuid, deleteWebsite, { path: { website_uuid: uuid } });
    return { deleted: "website", uuid, hostname };
  }),
  "competitor delete": command({ uuid: competitor_uuid, yes }, async ({ uuid, yes }) => {
    const { reseller_uuid, hostname } = await requireChangeable("competitor", uuid);
    assertConfirmed(yes, `the competitor ${hostname} (${uuid})`, RESTORABLE);
    await asReseller(reseller_uuid, deleteCompetitor, { path: { competitor_uuid: uuid } });
    return { deleted: "competitor", uuid, hostname };
  }),
};

async function countListed<Resource>(
  endpoint: ListEndpoint<Resource>,
  reseller_uuid: string,
  query: Record<string, string>,
): Promise<number> {
  const sent = { query: { ...query, per_page: "1" } };
  return (await asReseller(reseller_uuid, endpoint, sent)).meta.total;
}
