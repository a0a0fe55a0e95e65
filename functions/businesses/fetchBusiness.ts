import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { presentWithCustomFields } from "../../shared/resources/business.ts";
import { getBusinessWithFields } from "./business.ts";

export const fetchBusiness = endpoint({
  record: "businesses",
  async answer({ reseller_uuid, uuid }) {
    const { business, fields } = await getBusinessWithFields(reseller_uuid, uuid);
    return fetched(presentWithCustomFields(business, fields));
  },
});
