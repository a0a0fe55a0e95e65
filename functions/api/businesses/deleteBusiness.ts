import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { removeListed } from "../../../shared/lists/changeListed.ts";
import { showBusiness } from "./business.ts";

/**
 * Removes the business at once, and `functions/workers/cleanup` takes away the records that belong to it. All can be
 * restored for 7 days (`changes/keepDeleted.ts`).
 */
export const deleteBusiness = endpoint({
  route: "DELETE /v1/businesses/{business_uuid}",
  id: "deleteBusiness",
  summary: "Delete a business",
  details: "Its websites, competitors and feed items are deleted as well, within seconds.",
  response: () => deletedOf("Business"),
  async answer({ reseller_uuid, uuid, event }) {
    const check = preconditionOf(event, showBusiness);
    await removeListed(businesses, { reseller_uuid, uuid }, check);
    return deleted("Business");
  },
});
