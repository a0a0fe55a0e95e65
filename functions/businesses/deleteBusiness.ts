import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/envelopes.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { removeListed } from "../../shared/lists/changeListed.ts";

/** The business is gone at once; `functions/cleanup` removes what depends on it. */
export const deleteBusiness = endpoint({
  record: "businesses",
  async answer({ reseller_uuid, uuid }) {
    await removeListed(businesses, { reseller_uuid, uuid });
    return deleted("Business");
  },
});
