import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import { businessNamePrefix } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/validation.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { businessesOf } from "../../shared/lists/listedKind.ts";
import { readAccountPage } from "../../shared/lists/readAccount.ts";
import { searchByName } from "../../shared/lists/searchAccount.ts";
import { presentWithCustomFields } from "../../shared/resources/business.ts";
import { readCustomFields } from "../../shared/resources/customFields.ts";

export const listBusinesses = endpoint({
  query: z.object({
    userUuid: uuidParameter("userUuid"),
    name: described(
      z.optional(businessNamePrefix),
      "Only businesses whose name begins with this text; case is ignored.",
      "Example",
    ),
    ...pageQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const place = { reseller_uuid, user_uuid: query.userUuid };
    const { list } = businessesOf(place);
    const isOfUser = (each: string) => each === list;
    const matches = query.name && (await searchByName(reseller_uuid, query.name, isOfUser));
    const { records, total } = matches
      ? await readAccountPage(businesses, reseller_uuid, {
          wanted: { matches },
          slice: offsetOf(query),
        })
      : await readRequestedPage(businesses, place, query);
    // Read after the page, so that every value on it has its custom field.
    const fields = await readCustomFields(reseller_uuid);
    return paginated(event, query, {
      records: records.map((business) => presentWithCustomFields(business, fields)),
      total,
    });
  },
});
