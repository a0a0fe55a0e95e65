import * as z from "zod/mini";
import { hostOf } from "../../fields/siteUrl.ts";
import { DAY_SECONDS } from "../../platform/time.ts";
import { fetchJson, remember } from "./answers.ts";
import {
  type BusinessDetails,
  isSimilarName,
  type ListingDirectory,
  normalisePhone,
} from "./businessListing.ts";

const tags = z.optional(z.nullable(z.record(z.string(), z.string())));

/** The answer of `/search` in the format `jsonv2`. */
const answer = z.array(
  z.object({
    address: z.optional(z.object({ postcode: z.optional(z.string()) })),
    namedetails: tags,
    extratags: tags,
  }),
);

const place = z.object({
  names: z.array(z.string()),
  postcode: z.optional(z.string()),
  phones: z.array(z.string()),
  hosts: z.array(z.string()),
});

type Place = z.infer<typeof place>;

const MONTH_SECONDS = 30 * DAY_SECONDS;
const MAX_PLACES = 5;

/**
 * OpenStreetMap through its geocoder Nominatim, on a server of your own: the usage policy of the public one allows no
 * periodic use. Answers are kept for 30 days. OpenStreetMap demands attribution ("© OpenStreetMap contributors").
 *
 * A business is searched by its name and postcode, or city. It is found if a place has a similar name, its phone number
 * or its website.
 */
export function nominatim(baseUrl: string): ListingDirectory {
  const search = (query: string, country = "") =>
    remember({
      key: `nominatim#${baseUrl}#${country}#${query}`,
      schema: z.array(place),
      secondsToKeep: MONTH_SECONDS,
      async find() {
        const url = new URL("search", baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
        url.search = new URLSearchParams({
          q: query,
          format: "jsonv2",
          addressdetails: "1",
          namedetails: "1",
          extratags: "1",
          limit: String(MAX_PLACES),
          ...(country && { countrycodes: country.toLowerCase() }),
        }).toString();
        const places = await fetchJson(url, {
          service: "Nominatim",
          schema: answer,
          maxRedirects: 1,
        });
        return places.slice(0, MAX_PLACES).map(readPlace);
      },
    });
  return {
    async find(business) {
      const area = business.postcode || business.city;
      if (!area) return undefined;
      const places = await search(`${business.name}, ${area}`, business.country_code);
      return places.find((each) => isOfBusiness(each, business)) ?? null;
    },
  };
}

function readPlace({ address, namedetails, extratags }: z.infer<typeof answer>[number]): Place {
  const valuesOf = (...names: string[]) =>
    names
      .flatMap((name) => (extratags?.[name] ?? "").split(";"))
      .map((text) => text.trim())
      .filter(Boolean);
  return {
    names: Object.values(namedetails ?? {}),
    ...(address?.postcode && { postcode: address.postcode }),
    phones: valuesOf("phone", "contact:phone", "mobile", "contact:mobile"),
    hosts: valuesOf("website", "contact:website", "url").map(hostOf),
  };
}

function isOfBusiness({ names, phones, hosts }: Place, business: BusinessDetails): boolean {
  const { name, country_code, phone_number = "", hostname } = business;
  const phone = normalisePhone(phone_number, country_code);
  return (
    names.some((other) => isSimilarName(other, name)) ||
    (phone !== "" && phones.some((other) => normalisePhone(other, country_code) === phone)) ||
    hosts.includes(hostOf(hostname))
  );
}
