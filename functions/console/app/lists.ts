import type {
  AccountBusiness,
  AccountWebsite,
  SearchHit,
} from "reseller-website-monitoring-client";
import {
  websiteStates as states,
  type WebsiteState,
} from "../../../shared/vocabulary/websiteState.ts";
import type { Place } from "./place.ts";

export { states, type WebsiteState };

/** How many websites are in each state. */
export type Counts = AccountBusiness["website_counts"];

/** How many websites there are. */
export const sumOf = (counts: Counts): number =>
  states.reduce((sum, state) => sum + counts[state], 0);

interface Sortable<Row> {
  id: string;
  by?(row: Row): string | number | null;
}

/** The order that the address names: `?sort=-findings`; undefined for that of the service. */
export function sortingOf<Row>({ query }: Place, columns: readonly Sortable<Row>[]) {
  const order = query.get("sort") ?? "";
  const id = order.replace(/^-/, "");
  const by = columns.find((column) => column.id === id)?.by;
  return by && { id, by, isDown: order.startsWith("-") };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The rows in this order, those without a value last. */
export function sortRows<Row>(
  rows: readonly Row[],
  sorting: ReturnType<typeof sortingOf<Row>>,
): readonly Row[] {
  if (!sorting) return rows;
  const { by, isDown } = sorting;
  const values = new Map(rows.map((row) => [row, by(row)]));
  return rows.toSorted((one, other) => {
    const [first, second] = [values.get(one) ?? null, values.get(other) ?? null];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const order =
      typeof first === "number" ? first - Number(second) : collator.compare(first, String(second));
    return isDown ? -order : order;
  });
}

const MOST_SHOWN = 20;

/** What the index has found, and after it the loaded websites and businesses whose names contain the text. */
export function mergeHits(
  sought: string,
  indexed: SearchHit[],
  loaded: AccountWebsite[],
): SearchHit[] {
  const part = fold(sought);
  const hits = new Map(indexed.map((hit) => [hit.uuid, hit]));
  for (const { uuid, hostname, user_uuid, business_uuid, business_name } of loaded) {
    const of = { user_uuid, business_uuid };
    const text = business_name ?? "";
    const business = { kind: "business", uuid: business_uuid, text, ...of } as const;
    const website = { kind: "website", uuid, text: hostname, ...of } as const;
    for (const hit of [business, website]) {
      if (hits.size >= MOST_SHOWN) break;
      if (fold(hit.text).includes(part) && !hits.has(hit.uuid)) hits.set(hit.uuid, hit);
    }
  }
  return [...hits.values()];
}

/** Text without case and accents. */
const fold = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
