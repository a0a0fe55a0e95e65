import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/envelopes.ts";
import { getBusinessWithFields, presentWithCustomFields } from "./business.ts";

export const fetchBusiness = endpoint({
  record: "businesses",
  async answer({ reseller_uuid, uuid }) {
    const { business, fields } = await getBusinessWithFields(reseller_uuid, uuid);
    return fetched(presentWithCustomFields(business, fields));
  },
});
