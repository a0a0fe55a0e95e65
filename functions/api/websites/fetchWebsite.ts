import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { websiteSchema } from "../../../shared/resources/schemas.ts";
import { showWebsite } from "./website.ts";

export const fetchWebsite = endpoint({
  route: "GET /v1/websites/{website_uuid}",
  id: "fetchWebsite",
  summary: "Fetch a website",
  response: () => fetchedOf(websiteSchema),
  async answer({ reseller_uuid, uuid }) {
    return showWebsite(await getListed(websites, { reseller_uuid, uuid }));
  },
});
