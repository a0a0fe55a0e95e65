import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/envelopes.ts";
import { removeListed } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";

/** The website and its place in the list are gone at once; `functions/cleanup` removes its feed items. */
export const deleteWebsite = endpoint({
  record: "websites",
  async answer({ reseller_uuid, uuid }) {
    await removeListed(websites, { reseller_uuid, uuid });
    return deleted("Website");
  },
});
