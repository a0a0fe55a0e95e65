import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import { CustomFields, type CustomFieldsRecord } from "../../../shared/entities/customFields.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import { presentWithCustomFields } from "../../../shared/resources/business.ts";
import { businessSchema } from "../../../shared/resources/schemas.ts";

/** Reads the business and the reseller's custom fields in one request. */
export const fetchBusiness = endpoint({
  route: "GET /v1/businesses/{business_uuid}",
  id: "fetchBusiness",
  summary: "Fetch a business",
  response: () => fetchedOf(businessSchema),
  async answer({ reseller_uuid, uuid }) {
    const [business, customFields] = await batchGet(
      lookup<BusinessRecord>(Business, { reseller_uuid, uuid }),
      lookup<CustomFieldsRecord>(CustomFields, { reseller_uuid }),
    );
    if (!business) throw new RecordNotFound("businesses");
    return fetched(presentWithCustomFields(business, customFields?.fields ?? []));
  },
});
