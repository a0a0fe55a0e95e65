import * as z from "zod/mini";
import { endpoint } from "../../shared/http/endpoint.ts";
import { created } from "../../shared/http/responses.ts";
import { parentMissing, uuidParameter } from "../../shared/http/validation.ts";
import { findReseller } from "../../shared/limits/findReseller.ts";
import { assertRoom, limitOf } from "../../shared/limits/limits.ts";
import { createListed } from "../../shared/lists/createListed.ts";
import { newWebsite, websites } from "../../shared/lists/websites.ts";
import { presentWebsite } from "../../shared/resources/website.ts";
import { websiteBody } from "./website.ts";

export const createWebsite = endpoint({
  query: z.object({ businessUuid: uuidParameter("businessUuid") }),
  body: websiteBody,
  async answer({ reseller_uuid, query, body }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const reseller = await findReseller(reseller_uuid);
    assertRoom(reseller, "max_websites", "hostname");
    const website = await createListed(websites, place, {
      attributes: newWebsite(body),
      limit: limitOf(reseller, "max_websites_per_business", "hostname"),
    });
    if (!website) throw parentMissing("businessUuid");
    return created("Website", presentWebsite(website));
  },
});
