import * as z from "zod/mini";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { described } from "../../shared/fields/described.ts";
import { hostname, hostnamePrefix } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { continued, numberCursorQuery } from "../../shared/http/pagination.ts";
import { oneOf, uuidParameter } from "../../shared/http/validationErrors.ts";
import { cut, readAccountPage, readListPage, readPlaces } from "../../shared/lists/readAccount.ts";
import { numberOf, readWebsitesOf } from "../../shared/lists/readCustomer.ts";
import { findInGroup, searchAccount } from "../../shared/lists/searchAccount.ts";
import { websites } from "../../shared/lists/websites.ts";
import { presentAccountWebsites } from "../../shared/resources/accountWebsite.ts";
import { foldHost, foldHostPrefix, isAtHost } from "../../shared/table/searchKeys.ts";

const isOfWebsites = (list: string) => list.endsWith("#websites");

const query = z.object({
  is_hostname_up: described(
    z.optional(oneOf("is_hostname_up", ["true", "false"])),
    "`false`: only websites that are down. `true`: only the others.",
    "false",
  ),
  hostname: described(
    z.optional(hostname),
    "Only websites of this host, whatever their path; scheme, `www.` and case are ignored. With a path: only what is below it.",
    "bakery.example.com",
  ),
  hostname_prefix: described(
    z.optional(hostnamePrefix),
    "Only websites whose host name begins with this text; scheme, `www.` and case are ignored, and so is the text if there is a `hostname`.",
    "bakery",
  ),
  userUuid: described(z.optional(uuidParameter("userUuid")), "Only websites of this user."),
  businessUuid: described(
    z.optional(uuidParameter("businessUuid")),
    "Only websites of this business.",
  ),
  ...numberCursorQuery,
});

export const listAccountWebsites = endpoint({
  query,
  async answer({ reseller_uuid, query, event }) {
    const { records, next } = await readRequested(reseller_uuid, query);
    return continued(event, query, { records: await presentAccountWebsites(records), next });
  },
});

async function readRequested(reseller_uuid: string, asked: z.output<typeof query>) {
  const { is_hostname_up, userUuid: user_uuid, businessUuid: business_uuid } = asked;
  const slice = { from: asked.cursor, limit: asked.per_page };
  const sought = soughtIn(asked);
  const isFiltered = is_hostname_up !== undefined || sought !== undefined;
  const isWanted = ({ is_hostname_up: isUp, hostname: name }: WebsiteRecord) =>
    (!is_hostname_up || String(isUp) === is_hostname_up) &&
    (!sought || (sought.isHost ? isAtHost : startsWith)(foldHost(name), sought.text));
  if (business_uuid !== undefined && user_uuid === undefined && !isFiltered) {
    return await readListPage(websites, { reseller_uuid, business_uuid }, slice);
  }
  if (user_uuid !== undefined || business_uuid !== undefined) {
    const found = await readWebsitesOf({ reseller_uuid, user_uuid, business_uuid });
    return cut(found.filter(isWanted), slice, numberOf);
  }
  const { records, next } = await readOfAll();
  return { records: records.filter(isWanted), next };

  async function readOfAll() {
    if (!sought && is_hostname_up !== "false") {
      return await readAccountPage(websites, reseller_uuid, slice);
    }
    const places = sought
      ? await searchAccount(reseller_uuid, sought, isOfWebsites)
      : await findInGroup(reseller_uuid, "down", slice);
    return await readPlaces(websites, reseller_uuid, { places, slice });
  }
}

const startsWith = (address: string, text: string) => address.startsWith(text);

/** The folded host name that is sought, as a whole or as a beginning. */
function soughtIn({ hostname, hostname_prefix }: z.output<typeof query>) {
  if (hostname !== undefined) return { text: foldHost(hostname), isHost: true, field: "hostname" };
  if (hostname_prefix === undefined) return undefined;
  return { text: foldHostPrefix(hostname_prefix), isHost: false, field: "hostname_prefix" };
}
