import * as z from "zod/mini";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { described } from "../../shared/fields/described.ts";
import { hostname, hostnamePrefix } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated } from "../../shared/http/pagination.ts";
import { oneOf, uuidParameter } from "../../shared/http/validationErrors.ts";
import { readAccountPage } from "../../shared/lists/readAccount.ts";
import { readCustomerPage } from "../../shared/lists/readCustomer.ts";
import { searchAccount } from "../../shared/lists/searchAccount.ts";
import { websites } from "../../shared/lists/websites.ts";
import { presentAccountWebsites } from "../../shared/resources/accountWebsite.ts";
import { foldHost, foldHostPrefix } from "../../shared/table/searchKeys.ts";

const isOfWebsites = (list: string) => list.endsWith("#websites");

const query = z.object({
  is_hostname_up: described(
    z.optional(oneOf("is_hostname_up", ["true", "false"])),
    "`false`: only websites that are down. `true`: only the others.",
    "false",
  ),
  hostname: described(
    z.optional(hostname),
    "Only websites with this host name or URL; scheme, `www.` and case are ignored.",
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
  ...pageQuery,
});

export const listAccountWebsites = endpoint({
  query,
  async answer({ reseller_uuid, query, event }) {
    const { records, total } = await readRequested(reseller_uuid, query);
    return paginated(event, query, { records: await presentAccountWebsites(records), total });
  },
});

async function readRequested(reseller_uuid: string, asked: z.output<typeof query>) {
  const { is_hostname_up, userUuid: user_uuid, businessUuid: business_uuid } = asked;
  const slice = offsetOf(asked);
  const sought = soughtIn(asked);
  if (user_uuid !== undefined || business_uuid !== undefined) {
    const customer = { reseller_uuid, user_uuid, business_uuid };
    const isWanted = ({ is_hostname_up: isUp, hostname: name }: WebsiteRecord) =>
      (!is_hostname_up || String(isUp) === is_hostname_up) &&
      (!sought ||
        (sought.isWhole ? foldHost(name) === sought.text : foldHost(name).startsWith(sought.text)));
    const isFiltered = is_hostname_up !== undefined || sought !== undefined;
    return await readCustomerPage(customer, { slice, isWanted: isFiltered ? isWanted : undefined });
  }
  const wanted = {
    part: is_hostname_up && { name: "down", holds: is_hostname_up === "false" },
    matches: sought && (await searchAccount(reseller_uuid, sought, isOfWebsites)),
  };
  return await readAccountPage(websites, reseller_uuid, { wanted, slice });
}

/** The folded host name that is sought, as a whole or as a beginning. */
function soughtIn({ hostname, hostname_prefix }: z.output<typeof query>) {
  if (hostname !== undefined) return { text: foldHost(hostname), isWhole: true, field: "hostname" };
  if (hostname_prefix === undefined) return undefined;
  return { text: foldHostPrefix(hostname_prefix), isWhole: false, field: "hostname_prefix" };
}
