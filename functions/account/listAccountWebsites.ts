import * as z from "zod/mini";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { described } from "../../shared/fields/described.ts";
import { hostname } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated } from "../../shared/http/pagination.ts";
import { oneOf } from "../../shared/http/validation.ts";
import { readAccountPage } from "../../shared/lists/readAccount.ts";
import { searchAccount } from "../../shared/lists/searchAccount.ts";
import { websites } from "../../shared/lists/websites.ts";
import { presentWebsite } from "../../shared/resources/website.ts";
import { foldHost } from "../../shared/table/searchKeys.ts";
import type { accountWebsiteSchema } from "./accountSchemas.ts";

const isOfWebsites = (list: string) => list.endsWith("#websites");

export const listAccountWebsites = endpoint({
  query: z.object({
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
    ...pageQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const { is_hostname_up, hostname } = query;
    const sought = hostname && { text: foldHost(hostname), isWhole: true, field: "hostname" };
    const wanted = {
      part: is_hostname_up && { name: "down", holds: is_hostname_up === "false" },
      matches: sought ? await searchAccount(reseller_uuid, sought, isOfWebsites) : undefined,
    };
    const slice = offsetOf(query);
    const { records, total } = await readAccountPage(websites, reseller_uuid, { wanted, slice });
    return paginated(event, query, { records: records.map(presentWithDowntime), total });
  },
});

/** A website with its current downtime, and since when it is unstable. */
function presentWithDowntime(website: WebsiteRecord): z.output<typeof accountWebsiteSchema> {
  const { is_hostname_up, down_since, down_cause = null, unstable_since = null } = website;
  const isKnown = !is_hostname_up && down_since !== undefined;
  const downtime = isKnown ? { began_at: down_since, cause: down_cause } : null;
  return { ...presentWebsite(website), downtime, unstable_since };
}
