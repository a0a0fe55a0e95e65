import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import { businessNamePrefix } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated } from "../../shared/http/pagination.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { readAccountPage } from "../../shared/lists/readAccount.ts";
import { searchByName } from "../../shared/lists/searchAccount.ts";
import { presentWithCustomFields } from "../../shared/resources/business.ts";
import { readCustomFields } from "../../shared/resources/customFields.ts";

const isOfBusinesses = (list: string) => list.endsWith("#businesses");

export const listAccountBusinesses = endpoint({
  query: z.object({
    name: described(
      z.optional(businessNamePrefix),
      "Only businesses whose name begins with this text; case is ignored.",
      "Example",
    ),
    ...pageQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const { name } = query;
    const matches = name && (await searchByName(reseller_uuid, name, isOfBusinesses));
    const { records, total } = await readAccountPage(businesses, reseller_uuid, {
      wanted: { matches: matches || undefined },
      slice: offsetOf(query),
    });
    // Read after the page, so that every value on it has its custom field.
    const fields = await readCustomFields(reseller_uuid);
    return paginated(event, query, {
      records: records.map((business) => presentWithCustomFields(business, fields)),
      total,
    });
  },
});
