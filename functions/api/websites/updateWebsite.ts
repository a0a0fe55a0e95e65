import * as z from "zod/mini";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { updated } from "../../../shared/http/responses.ts";
import { moveWebsite } from "../../../shared/lists/websites.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";
import { showWebsite, websiteBody } from "./website.ts";

export const updateWebsite = endpoint({
  record: "websites",
  body: z.partial(websiteBody),
  async answer({ reseller_uuid, uuid, body, event }) {
    const precondition = preconditionOf(event, showWebsite);
    const website = await moveWebsite({ reseller_uuid, uuid }, body, precondition);
    return updated("Website", presentWebsite(website));
  },
});
