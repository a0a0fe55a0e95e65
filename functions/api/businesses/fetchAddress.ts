import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { showAddress } from "../../../shared/resources/businessAddress.ts";
import { addressSchema } from "../../../shared/resources/schemas.ts";

export const fetchAddress = endpoint({
  route: "GET /v1/businesses/{business_uuid}/address",
  id: "fetchAddress",
  summary: "Fetch the address of a business",
  details:
    "The postal address and phone number that the listings audit looks for in directories. All fields are empty until an onboarding or a change sets them.",
  response: () => fetchedOf(addressSchema),
  async answer({ reseller_uuid, uuid }) {
    return showAddress(await getListed(businesses, { reseller_uuid, uuid }));
  },
});
