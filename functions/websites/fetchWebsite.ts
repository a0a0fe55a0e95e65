import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/envelopes.ts";
import { getWebsite } from "./getWebsite.ts";
import { presentWebsite } from "./presentWebsite.ts";

export const fetchWebsite = endpoint({
  record: "websites",
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentWebsite(await getWebsite(reseller_uuid, uuid)));
  },
});
