import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { getListed } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";
import { presentWebsite } from "../../shared/resources/website.ts";

export const fetchWebsite = endpoint({
  record: "websites",
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentWebsite(await getListed(websites, { reseller_uuid, uuid })));
  },
});
