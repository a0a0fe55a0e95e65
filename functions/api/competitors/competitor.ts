import * as z from "zod/mini";
import { type CompetitorRecord, unreadFields } from "../../../shared/entities/competitor.ts";
import {
  anyText,
  countryCode,
  hostname,
  phoneNumber,
  text,
} from "../../../shared/fields/fields.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentCompetitor } from "../../../shared/resources/competitor.ts";

/** The body of a new competitor; the service fills the other fields from its site. */
export const newCompetitorBody = z.object({ hostname });

/**
 * The body of an update. Strings may be empty, as they are before the site is read, so that a client
 * can send a competitor back unchanged.
 */
export const competitorBody = z.partial(
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
export function newCompetitor(body: z.output<typeof newCompetitorBody>) {
  return { ...unreadFields(body.hostname), ...body, client_fields: [] };
}

/** The answer to GET of a competitor. */
export function showCompetitor(found: CompetitorRecord) {
  return fetched(presentCompetitor(found));
}
