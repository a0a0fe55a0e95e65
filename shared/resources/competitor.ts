import type * as z from "zod/mini";
import type { CompetitorRecord } from "../entities/competitor.ts";
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
