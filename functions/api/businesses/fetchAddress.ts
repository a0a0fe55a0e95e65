import { endpoint } from "../../../shared/http/endpoint.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { showAddress } from "../../../shared/resources/businessAddress.ts";

export const fetchAddress = endpoint({
  record: "businesses",
  async answer({ reseller_uuid, uuid }) {
    return showAddress(await getListed(businesses, { reseller_uuid, uuid }));
  },
});
