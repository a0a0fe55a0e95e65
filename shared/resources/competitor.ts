import type * as z from "zod/mini";
import type { CompetitorRecord } from "../entities/competitor.ts";
import { siteUrl } from "../fields/siteUrl.ts";
import type { competitorSchema } from "./schemas.ts";

/** A competitor as section 2.6 of the specification shows it. */
export function presentCompetitor(competitor: CompetitorRecord): z.output<typeof competitorSchema> {
  return {
    uuid: competitor.uuid,
    name: competitor.name,
    hostname: competitor.hostname,
    industry: competitor.industry,
    address_line_1: competitor.address_line_1,
    address_line_2: competitor.address_line_2,
    address_line_3: competitor.address_line_3,
    city: competitor.city,
    county: competitor.county,
    country_code: competitor.country_code,
    postcode: competitor.postcode,
    phone_number: competitor.phone_number,
    business_uuid: competitor.business_uuid,
    created_at: competitor.created_at,
    updated_at: competitor.updated_at,
  };
}

/** In characters, as for clients. A host name in punycode can be longer than the one that was sent. */
const MAX_NAME_LENGTH = 255;

/**
 * The fields that the service fills in, as they are until it has read the competitor's site: the name is the
 * host (`example.com` for `https://www.example.com/about`), the others are empty.
 */
export function unreadFields(hostname: string) {
  return {
    name: nameHost(hostname),
    industry: "",
    address_line_1: "",
    address_line_2: "",
    address_line_3: "",
    city: "",
    county: "",
    country_code: "",
    postcode: "",
    phone_number: "",
  };
}

export type FilledFields = ReturnType<typeof unreadFields>;

function nameHost(hostname: string): string {
  const url = siteUrl(hostname);
  const name = url?.hostname.replace(/^www\./, "") || hostname;
  return [...name].slice(0, MAX_NAME_LENGTH).join("");
}
