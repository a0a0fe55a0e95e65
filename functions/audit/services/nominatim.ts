import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import { PaceSlot } from "../../../shared/entities/paceSlot.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import type { Cache } from "./answers.ts";
import { fetchJson, remember } from "./answers.ts";
import {
  type BusinessDetails,
  closestListing,
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

/** Resolves when the next request may start. */
type Pace = () => Promise<void>;

interface Nominatim {
  baseUrl: string;
  /** Awaited before each request: the usage policy limits the application as a whole. */
  pace: Pace;
  cache: Cache;
}

const MONTH_SECONDS = 30 * 86_400;
const MAX_PLACES = 5;
const LONGEST_WAIT_MS = 60_000;

/**
 * OpenStreetMap through its geocoder Nominatim. The OSM Foundation's usage policy for the public server
 * allows one request a second for the whole application. It demands an identifying User-Agent (the outbound
 * client's), attribution ("© OpenStreetMap contributors"), cached answers (kept for 30 days here) and no
 * heavy or periodic use. A stage that monitors many businesses needs a server of its own.
 *
 * A business is searched by its name and postcode, then by its name and city; without either it is not
 * searched. It is found if a place has a similar name, its phone number or its website.
 */
export function nominatim({ baseUrl, pace, cache }: Nominatim): ListingDirectory {
  const search = (query: string, country = "") =>
    remember(cache, {
      key: `nominatim#${country}#${query}`,
      schema: z.array(place),
      secondsToKeep: () => MONTH_SECONDS,
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
        await pace();
        const places = await fetchJson(url, {
          service: "Nominatim",
          schema: answer,
          maxRedirects: 1,
        });
        return places.slice(0, MAX_PLACES).map(readPlace);
      },
    });
  return {
    name: "OpenStreetMap",
    async find(business) {
      const areas = [business.postcode, business.city].filter((area) => area);
      for (const area of areas) {
        const places = await search(`${business.name}, ${area}`, business.country_code);
        const ofBusiness = places.filter((place) => isOfBusiness(place, business));
        const listing = closestListing(business, ofBusiness);
        if (listing) return { asked: true, listing };
      }
      return { asked: areas.length > 0 };
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
    hosts: valuesOf("website", "contact:website", "url").map(hostWithoutWww),
  };
}

function isOfBusiness({ names, phones, hosts }: Place, business: BusinessDetails): boolean {
  const { name, country_code, phone_number = "", hostname } = business;
  const phone = normalisePhone(phone_number, country_code);
  return (
    names.some((other) => isSimilarName(other, name)) ||
    (phone !== "" && phones.some((other) => normalisePhone(other, country_code) === phone)) ||
    hosts.includes(hostWithoutWww(hostname))
  );
}

/** The host of a URL without `www.`; the scheme of the URL may be missing. */
function hostWithoutWww(text: string): string {
  const url = URL.parse(/^https?:/i.test(text) ? text : `http://${text}`);
  return url?.hostname.replace(/^www\./, "") ?? text;
}

/**
 * Waits for the next of the slots that all audits on all machines share, `milliseconds` apart. Throws if it
 * is more than a minute away, because waiting costs as much as working.
 */
export function tablePace(name: string, milliseconds: number): Pace {
  return async () => {
    let slot: number | undefined;
    while (slot === undefined) slot = await takeSlot(name, milliseconds);
    await setTimeout(Math.max(0, slot - Date.now()));
  };
}

/** The time of the slot, or undefined if another audit took it first. */
async function takeSlot(name: string, milliseconds: number): Promise<number | undefined> {
  const { data: last } = await PaceSlot.get({ name }).go({ consistent: true });
  const taken_at = Math.max(Date.now(), (last?.taken_at ?? 0) + milliseconds);
  if (taken_at - Date.now() > LONGEST_WAIT_MS) throw new Error(`Too many wait for ${name}`);
  const written = await writeIfTrue(() =>
    last
      ? PaceSlot.patch({ name })
          .set({ taken_at })
          .where(({ taken_at: before }, { eq }) => eq(before, last.taken_at))
          .go()
      : PaceSlot.create({ name, taken_at }).go(),
  );
  return written && taken_at;
}
