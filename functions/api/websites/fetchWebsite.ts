import { endpoint } from "../../../shared/http/endpoint.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { showWebsite } from "./website.ts";

export const fetchWebsite = endpoint({
  record: "websites",
  async answer({ reseller_uuid, uuid }) {
    return showWebsite(await getListed(websites, { reseller_uuid, uuid }));
  },
});
