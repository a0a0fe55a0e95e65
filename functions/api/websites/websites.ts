import * as z from "zod/mini";
import { hostname } from "../../../shared/fields/fields.ts";
import { parentMissing, uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import { offsetOf, pageQuery, paginated } from "../../../shared/http/pagination.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created, deleted, fetched, updated } from "../../../shared/http/responses.ts";
import { getReseller } from "../../../shared/limits/resellers.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { getListed, removeListed } from "../../../shared/lists/changeListed.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import { assertRoom, limitOf } from "../../../shared/lists/recordLimits.ts";
import { moveWebsite, newWebsite, websites } from "../../../shared/lists/websites.ts";
import { presentWebsite } from "../../../shared/resources/presenters.ts";
import { websiteSchema } from "../../../shared/resources/schemas.ts";

/** The body of a website (section 4.2 of the specification). */
const websiteBody = z.object({ hostname });

export const listWebsites = endpoint({
  route: "GET /v1/websites",
  id: "listWebsites",
  summary: "List the websites of a business",
  details: "Oldest first. The list is empty if the business does not exist.",
  response: () => pageOf(websiteSchema),
  query: z.object({ businessUuid: uuidParameter("businessUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const { records, total } = await readPage(websites, place, offsetOf(query));
    return paginated(event, query, { records: records.map(presentWebsite), total });
  },
});

export const fetchWebsite = endpoint({
  route: "GET /v1/websites/{website_uuid}",
  id: "fetchWebsite",
  summary: "Fetch a website",
  response: () => fetchedOf(websiteSchema),
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentWebsite(await getListed(websites, { reseller_uuid, uuid })));
  },
});

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
      getReseller(reseller_uuid),
      readCounts(reseller_uuid),
    ]);
    assertRoom(reseller, counts, { max_websites: "hostname" });
    const website = await createListed(websites, place, {
      attributes: newWebsite(body),
      limit: limitOf(reseller, "max_websites_per_business", "hostname"),
      also: (record) => keep(created("Website", presentWebsite(record))),
    });
    if (!website) throw parentMissing("businessUuid");
  },
});

export const updateWebsite = endpoint({
  route: "PATCH /v1/websites/{website_uuid}",
  id: "updateWebsite",
  summary: "Change a website",
  details:
    "With a new address, the website counts as up until a check finds it down. A running audit ends; a website that was audited within the hour is audited again an hour after that.",
  response: () => doneOf("Website updated", websiteSchema),
  exampleBody: { hostname: "https://www.bakery.example.com" },
  body: z.partial(websiteBody),
  async answer({ reseller_uuid, uuid, body }) {
    const website = await moveWebsite({ reseller_uuid, uuid }, body);
    return updated("Website", presentWebsite(website));
  },
});

/**
 * Removes the website at once. Its checks end, and what belongs to it can be restored for 7 days
 * (`shared/customers/keepDeleted.ts`); then `functions/workers/cleanup` removes it.
 */
export const deleteWebsite = endpoint({
  route: "DELETE /v1/websites/{website_uuid}",
  id: "deleteWebsite",
  summary: "Delete a website",
  details: "Its feed items are deleted as well, within seconds.",
  response: () => deletedOf("Website"),
  async answer({ reseller_uuid, uuid }) {
    await removeListed(websites, { reseller_uuid, uuid });
    return deleted("Website");
  },
});
