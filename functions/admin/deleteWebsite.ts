import { removeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";
import { command } from "./command.ts";
import { assertConfirmed, yes } from "./deletion.ts";
import { requireWebsite, website } from "./website.ts";

/** Deletes a website as the API does; its checks and its feed go within seconds. */
export const deleteWebsite = command({ website, yes }, async ({ website: named, yes }) => {
  const { reseller_uuid, uuid, hostname } = await requireWebsite(named);
  assertConfirmed(yes, `the website ${hostname} (${uuid}), with its checks and its feed`);
  await unlessGone(removeListed(websites, { reseller_uuid, uuid }));
  return { deleted: "website", uuid, hostname };
});
