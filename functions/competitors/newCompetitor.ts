import type { CompetitorRecord } from "../../shared/entities/competitor.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";

type Given = Pick<CompetitorRecord, "reseller_uuid" | "business_uuid" | "sequence" | "hostname">;

/** A competitor whose site was not read yet: its name is its host name, the rest is empty. */
export function newCompetitor(given: Given): CompetitorRecord {
  const now = timestamp();
  return {
    ...given,
    uuid: newUuid(),
    revision: 1,
    name: nameOf(given.hostname),
    industry: "",
    address_line_1: "",
    address_line_2: "",
    address_line_3: "",
    city: "",
    county: "",
    country_code: "",
    postcode: "",
    phone_number: "",
    client_fields: [],
    created_at: now,
    updated_at: now,
  };
}

/** `https://www.example.com/about` is called `example.com`. */
function nameOf(hostname: string): string {
  const url = /^https?:/i.test(hostname) ? URL.parse(hostname) : URL.parse(`http://${hostname}`);
  return (url?.hostname ?? hostname).replace(/^www\./, "");
}
