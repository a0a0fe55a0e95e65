import type { EntityItem } from "electrodb";
import { siteUrl } from "../fields/siteUrl.ts";
import { entity, listed, optionalText, primary, text } from "../platform/table/entity.ts";

export const Competitor = entity(
  "competitor",
  {
    ...listed,
    business_uuid: text,
    /** The user of the business. */
    user_uuid: text,
    name: text,
    hostname: text,
    industry: text,
    address_line_1: text,
    address_line_2: text,
    address_line_3: text,
    city: text,
    county: text,
    country_code: text,
    postcode: text,
    phone_number: text,
    /** Names of the fields that a client has set. Reading the competitor's site does not change them. */
    client_fields: { type: "list", items: { type: "string" }, required: true },
    /** When reading the competitor's site last changed a field, to the millisecond. */
    enriched_at: optionalText,
    created_at: text,
    updated_at: text,
  },
  {
    byUuid: primary("reseller#${reseller_uuid}#competitor#${uuid}", "competitor"),
  },
);

export type CompetitorRecord = EntityItem<typeof Competitor>;

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

/** Those of the fields that no client has set. */
export function openFields(
  { client_fields }: Pick<CompetitorRecord, "client_fields">,
  fields: FilledFields,
): Partial<FilledFields> {
  const open = Object.entries(fields).filter(([field]) => !client_fields.includes(field));
  return Object.fromEntries(open);
}

function nameHost(hostname: string): string {
  const url = siteUrl(hostname);
  const name = url?.hostname.replace(/^www\./, "") || hostname;
  return [...name].slice(0, MAX_NAME_LENGTH).join("");
}
