import { showNumber } from "../format.ts";
import type { CursorMeta, Meta } from "../page.ts";
import { linkWithin, type Place } from "../place.ts";

/** The number of the page in the address, for the list that has this name there. */
export const pageOf = ({ query }: Place, name = "page") =>
  Math.max(1, Number(query.get(name)) || 1);

/** The cursor in the address, for the list that has this name there. */
export function cursorOf({ query }: Place, name = "cursor"): { cursor?: string } {
  const cursor = query.get(name);
  return cursor ? { cursor } : {};
}

interface PagerProps<Of = Meta | CursorMeta> {
  meta: Of;
  place: Place;
  name?: string | undefined;
}

/** Links to the pages beside a page. */
export function Pager({ meta, ...more }: PagerProps) {
  return "total" in meta ? (
    <NumberedPager meta={meta} {...more} />
  ) : (
    <CursorPager meta={meta} {...more} />
  );
}

/** Links to the next and the first page of a list with a cursor. */
function CursorPager({ meta: { next_page_url }, place, name = "cursor" }: PagerProps<CursorMeta>) {
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

/** Where a page is in its list, with links to its neighbours. */
function NumberedPager({ meta, place, name = "page" }: PagerProps<Meta>) {
  const { from, to, total, current_page, last_page } = meta;
  if (last_page <= 1 && current_page <= 1) return null;
  const link = (page: number) => linkWithin(place, { [name]: String(page) });
  return (
    <nav class="pager" aria-label="Pages">
      {current_page > 1 && (
        <a href={link(Math.min(current_page - 1, last_page))} rel="prev">
          ← Previous page
        </a>
      )}
      <span>
        {showNumber(from)} to {showNumber(to)} of {showNumber(total)}
      </span>
      {current_page < last_page && (
        <a href={link(current_page + 1)} rel="next">
          Next page →
        </a>
      )}
    </nav>
  );
}
