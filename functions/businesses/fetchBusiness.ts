import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/envelopes.ts";
import { getBusiness } from "./getBusiness.ts";
import { presentWithCustomFields } from "./presentBusiness.ts";

export const fetchBusiness = endpoint({
  record: "businesses",
  async answer({ reseller_uuid, uuid }) {
    const { business, fields } = await getBusiness(reseller_uuid, uuid);
    return fetched(presentWithCustomFields(business, fields));
  },
});
