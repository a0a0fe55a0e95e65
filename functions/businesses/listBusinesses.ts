import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import { businessNamePrefix } from "../../shared/fields/fields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated } from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/validationErrors.ts";
import { readBusinesses } from "../../shared/lists/readBusinesses.ts";
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
    const { name, userUuid: user_uuid } = query;
    const asked = { reseller_uuid, user_uuid, name };
    const { records, total } = await readBusinesses(asked, offsetOf(query));
    // Read after the page, so that every value on it has its custom field.
    const fields = await readCustomFields(reseller_uuid);
    return paginated(event, query, {
      records: records.map((business) => presentWithCustomFields(business, fields)),
      total,
    });
  },
});
