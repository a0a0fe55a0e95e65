import * as z from "zod/mini";
import { openFields, unreadFields } from "../../../shared/entities/competitor.ts";
import {
  anyText,
  countryCode,
  hostname,
  phoneNumber,
  text,
} from "../../../shared/fields/fields.ts";
import { parentMissing, uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import { offsetOf, pageQuery, paginated } from "../../../shared/http/pagination.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created, deleted, fetched, updated } from "../../../shared/http/responses.ts";
import { getReseller } from "../../../shared/limits/resellers.ts";
import { changeListed, getListed, removeListed } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import { limitOf } from "../../../shared/lists/recordLimits.ts";
import { presentCompetitor } from "../../../shared/resources/presenters.ts";
import { competitorSchema } from "../../../shared/resources/schemas.ts";

/** The body of a new competitor; the service fills the other fields from its site. */
const newCompetitorBody = z.object({ hostname });

/**
 * The body of an update. Strings may be empty, as they are before the site is read, so that a client
 * can send a competitor back unchanged.
 */
const competitorBody = z.partial(
  z.object({
    name: text("Name"),
    hostname,
    industry: anyText("Industry"),
    address_line_1: anyText("Address line 1"),
    address_line_2: anyText("Address line 2"),
    address_line_3: anyText("Address line 3"),
    city: anyText("City"),
    county: anyText("County"),
    country_code: countryCode("Country code", anyText),
    postcode: anyText("Postcode"),
    phone_number: phoneNumber("Phone number", anyText),
  }),
);

/** The attributes of a competitor before its site is read: its host as the name, the rest empty. */
function newCompetitor(body: z.output<typeof newCompetitorBody>) {
  return { ...unreadFields(body.hostname), ...body, client_fields: [] };
}

export const listCompetitors = endpoint({
  route: "GET /v1/competitors",
  id: "listCompetitors",
  summary: "List the competitors of a business",
  details: "Oldest first. The list is empty if the business does not exist.",
  response: () => pageOf(competitorSchema),
  query: z.object({ businessUuid: uuidParameter("businessUuid"), ...pageQuery }),
  async answer({ reseller_uuid, query, event }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const { records, total } = await readPage(competitors, place, offsetOf(query));
    return paginated(event, query, { records: records.map(presentCompetitor), total });
  },
});

export const fetchCompetitor = endpoint({
  route: "GET /v1/competitors/{competitor_uuid}",
  id: "fetchCompetitor",
  summary: "Fetch a competitor",
  response: () => fetchedOf(competitorSchema),
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentCompetitor(await getListed(competitors, { reseller_uuid, uuid })));
  },
});

export const createCompetitor = postEndpoint({
  route: "POST /v1/competitors",
  id: "createCompetitor",
  summary: "Add a competitor to a business",
  details:
    "The competitor is first named after its host; the service fills in the other fields from its site within a minute.",
  response: () => doneOf("Competitor created", competitorSchema),
  exampleBody: { hostname: "https://rival.example.com" },
  query: z.object({ businessUuid: uuidParameter("businessUuid") }),
  body: newCompetitorBody,
  async answer({ reseller_uuid, query, body, keep }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const reseller = await getReseller(reseller_uuid);
    const competitor = await createListed(competitors, place, {
      attributes: newCompetitor(body),
      limit: limitOf(reseller, "max_competitors_per_business", "hostname"),
      also: (record) => keep(created("Competitor", presentCompetitor(record))),
    });
    if (!competitor) throw parentMissing("businessUuid");
  },
});

export const updateCompetitor = endpoint({
  route: "PATCH /v1/competitors/{competitor_uuid}",
  id: "updateCompetitor",
  summary: "Change a competitor",
  details:
    "Changes the fields that are sent and keeps the rest. The service never overwrites a field that you have set.",
  response: () => doneOf("Competitor updated", competitorSchema),
  exampleBody: { city: "York", postcode: "YO1 1AA" },
  body: competitorBody,
  async answer({ reseller_uuid, uuid, body }) {
    const sent = Object.keys(body);
    const competitor = await changeListed(competitors, { reseller_uuid, uuid }, (competitor) => {
      if (sent.length === 0) return undefined;
      const client_fields = [...new Set([...competitor.client_fields, ...sent])];
      const { hostname = competitor.hostname } = body;
      const isMoved = hostname !== competitor.hostname;
      // What the service has read on the former site is forgotten.
      const forgotten = isMoved ? openFields(competitor, unreadFields(hostname)) : {};
      return { set: { ...forgotten, ...body, client_fields } };
    });
    return updated("Competitor", presentCompetitor(competitor));
  },
});

export const deleteCompetitor = endpoint({
  route: "DELETE /v1/competitors/{competitor_uuid}",
  id: "deleteCompetitor",
  summary: "Delete a competitor",
  response: () => deletedOf("Competitor"),
  async answer({ reseller_uuid, uuid }) {
    await removeListed(competitors, { reseller_uuid, uuid });
    return deleted("Competitor");
  },
});
