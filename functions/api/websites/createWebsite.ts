import * as z from "zod/mini";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { parentMissing, uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import { findReseller } from "../../../shared/limits/resellers.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { assertRoom, limitOf } from "../../../shared/lists/recordLimits.ts";
import { newWebsite, websites } from "../../../shared/lists/websites.ts";
import { websiteSchema } from "../../../shared/resources/schemas.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";
import { websiteBody } from "./website.ts";

export const createWebsite = postEndpoint({
  route: "POST /v1/websites",
  id: "createWebsite",
  summary: "Add a website to a business",
  details:
    "The website is monitored from now on, and audited within minutes. A website at another port than 80 and 443 is not requested: it is never down, and never audited. The numbers of websites of a business, and of all your websites, are limited: rule `max`.",
  response: () => doneOf("Website created", websiteSchema),
  exampleBody: { hostname: "https://bakery.example.com" },
  query: z.object({ businessUuid: uuidParameter("businessUuid") }),
  body: websiteBody,
  async answer({ reseller_uuid, query, body, keep }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const [reseller, counts] = await Promise.all([
      findReseller(reseller_uuid),
      readCounts(reseller_uuid),
    ]);
    assertRoom(reseller, counts, { max_websites: "hostname" });
    const website = await createListed(websites, place, {
      attributes: newWebsite(body),
      limit: limitOf(reseller, "max_websites_per_business", "hostname"),
      also: (record) => keep(answerOf(record)),
    });
    if (!website) throw parentMissing("businessUuid");
    return answerOf(website);
  },
});

function answerOf(website: WebsiteRecord) {
  return created("Website", presentWebsite(website));
}
