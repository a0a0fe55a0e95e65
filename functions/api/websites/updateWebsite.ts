import * as z from "zod/mini";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { updated } from "../../../shared/http/responses.ts";
import { moveWebsite } from "../../../shared/lists/websites.ts";
import { websiteSchema } from "../../../shared/resources/schemas.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";
import { showWebsite, websiteBody } from "./website.ts";

export const updateWebsite = endpoint({
  route: "PATCH /v1/websites/{website_uuid}",
  id: "updateWebsite",
  summary: "Change a website",
  details:
    "With a new address, the website counts as up until a check finds it down. A running audit ends; a website that was audited within the hour is audited again an hour after that.",
  response: () => doneOf("Website updated", websiteSchema),
  exampleBody: { hostname: "https://www.bakery.example.com" },
  body: z.partial(websiteBody),
  async answer({ reseller_uuid, uuid, body, event }) {
    const precondition = preconditionOf(event, showWebsite);
    const website = await moveWebsite({ reseller_uuid, uuid }, body, precondition);
    return updated("Website", presentWebsite(website));
  },
});
