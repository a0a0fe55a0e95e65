import { hostname } from "../../shared/fields/fields.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { moveWebsite } from "../../shared/lists/websites.ts";
import { presentWebsite } from "../../shared/resources/website.ts";
import { command } from "./command.ts";
import { noRecord } from "./records.ts";
import { requireWebsite, website } from "./website.ts";

/** Gives a website another host name: its checks begin anew, as after the API's PATCH. */
export const setWebsiteHostname = command(
  { website, hostname },
  async ({ website: named, hostname }) => {
    const { reseller_uuid, uuid } = await requireWebsite(named);
    const moved = await unlessGone(moveWebsite({ reseller_uuid, uuid }, { hostname }));
    if (moved === undefined) throw noRecord("website", uuid);
    return presentWebsite(moved);
  },
);
