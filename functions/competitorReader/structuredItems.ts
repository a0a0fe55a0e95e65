import type { MicrodataItem, Page } from "../../shared/pages/page.ts";
import { isOrganization } from "./organizationTypes.ts";
import { readJsonLd } from "./readJsonLd.ts";

/** An item of JSON-LD or microdata; its types and properties by their names in schema.org. */
export type Item = MicrodataItem;

const MOST_ORGANIZATIONS = 50;
const MOST_MICRODATA = 1000;
const MOST_VALUES = 10;

/** Where a page, or the site itself, says whose it is. */
const OWNERS = ["publisher", "mainEntity", "about"];

/** The organizations that a page's JSON-LD describes: at its top, in `@graph`, or as its owner. */
export function organizationsInJsonLd({ jsonLd }: Page): Item[] {
  return organizationsAmong(readJsonLd(jsonLd));
}

/** The organizations that a page's microdata describes, at its top or as its owner. */
export function organizationsInMicrodata({ microdata }: Page): Item[] {
  return organizationsAmong((microdata ?? []).slice(0, MOST_MICRODATA));
}

function organizationsAmong(items: Item[]): Item[] {
  return items
    .flatMap((item) => [item, ...ownersOf(item)])
    .map(({ type, properties }) => ({ type: type.map(shortName), properties }))
    .filter(({ type }) => isOrganization(type))
    .slice(0, MOST_ORGANIZATIONS);
}

function ownersOf({ type, properties }: Item): Item[] {
  if (!type.some((name) => /(WebSite|Page)$/.test(name))) return [];
  return OWNERS.flatMap((owner) => someOf(properties[owner])).filter(isItem);
}

/** The first values of a property: nobody has that many names, and a hostile page has more. */
export function someOf(values: (string | Item)[] | undefined): (string | Item)[] {
  return values?.slice(0, MOST_VALUES) ?? [];
}

export function isItem(value: string | Item): value is Item {
  return typeof value !== "string";
}

/** A property's texts; an item, such as a Country, counts by its name. */
export function textsOf({ properties }: Item, property: string): string[] {
  return someOf(properties[property]).flatMap((value) => {
    const [text] = isItem(value) ? someOf(value.properties["name"]) : [value];
    return typeof text === "string" ? [text] : [];
  });
}

/** `https://schema.org/Dentist` and `schema:Dentist` are `Dentist`. */
function shortName(type: string): string {
  return type.slice(type.search(/[^/#:]*$/));
}
