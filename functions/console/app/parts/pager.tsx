import type { CursorMeta } from "reseller-website-monitoring-client";
import { linkWithin, type Place } from "../place.ts";

/** The cursor in the address, for the list that has this name there. */
export function cursorOf({ query }: Place, name = "cursor"): { cursor?: string } {
  const cursor = query.get(name);
  return cursor ? { cursor } : {};
}

interface PagerProps {
  meta: Pick<CursorMeta, "next_page_url">;
  place: Place;
  name?: string | undefined;
}

/** Links to the next and the first page of a list. */
export function Pager({ meta: { next_page_url }, place, name = "cursor" }: PagerProps) {
  const cursor = next_page_url && new URL(next_page_url).searchParams.get("cursor");
  const isFirst = !place.query.has(name);
  if (!cursor && isFirst) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {!isFirst && <a href={linkWithin(place, { [name]: undefined })}>← First page</a>}
      {cursor && (
        <a href={linkWithin(place, { [name]: cursor })} rel="next">
          Next page →
        </a>
      )}
    </nav>
  );
}
