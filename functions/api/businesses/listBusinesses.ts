import * as z from "zod/mini";
import { uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { pageOf } from "../../../shared/http/envelopes.ts";
import { pageQuery, paginated, readRequestedPage } from "../../../shared/http/pagination.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { presentWithCustomFields } from "../../../shared/resources/business.ts";
import { readCustomFields } from "../../../shared/resources/customField.ts";
import { businessSchema } from "../../../shared/resources/schemas.ts";

export const listBusinesses = endpoint({
  route: "GET /v1/businesses",
  id: "listBusinesses",
  summary: "List the businesses of a user",
  details: "Oldest first. The list is empty if the user does not exist.",
  response: () => pageOf(businessSchema),
  query: z.object({ userUuid: uuidParameter("userUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const user = { reseller_uuid, user_uuid: query.userUuid };
    const { records, total } = await readRequestedPage(businesses, user, query);
    // Read after the page, so that every value on it has its custom field.
    const fields = await readCustomFields(reseller_uuid);
    return paginated(event, query, {
      records: records.map((business) => presentWithCustomFields(business, fields)),
      total,
    });
  },
});
