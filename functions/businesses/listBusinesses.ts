import * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import { CustomFields } from "../../shared/entities/customFields.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageQuery, paginated, readRequestedPage } from "../../shared/http/pagination.ts";
import { uuidParameter } from "../../shared/http/parentQuery.ts";
import { businessesOf } from "../../shared/lists/lists.ts";
import { presentWithCustomFields } from "./presentBusiness.ts";

export const listBusinesses = endpoint({
  query: z.object({ userUuid: uuidParameter("userUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const list = businessesOf(reseller_uuid, query.userUuid);
    const { records, total } = await readRequestedPage<BusinessRecord>(list, query);
    // After the page: a value that is on the page then has its custom field here.
    const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
    const fields = data?.fields ?? [];
    return paginated(event, query, {
      records: records.map((business) => presentWithCustomFields(business, fields)),
      total,
    });
  },
});
