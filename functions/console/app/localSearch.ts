import type { AccountWebsite, SearchHit } from "reseller-website-monitoring-client";

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
