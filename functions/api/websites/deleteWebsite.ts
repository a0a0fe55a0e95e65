import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { removeListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { showWebsite } from "./website.ts";

/**
 * Removes the website at once. Its checks end, and what belongs to it can be restored for 7 days
 * (`changes/keepDeleted.ts`); then `functions/workers/cleanup` removes it.
 */
export const deleteWebsite = endpoint({
  route: "DELETE /v1/websites/{website_uuid}",
  id: "deleteWebsite",
  summary: "Delete a website",
  details: "Its feed items are deleted as well, within seconds.",
  response: () => deletedOf("Website"),
  async answer({ reseller_uuid, uuid, event }) {
    const check = preconditionOf(event, showWebsite);
    await removeListed(websites, { reseller_uuid, uuid }, check);
    return deleted("Website");
  },
});
