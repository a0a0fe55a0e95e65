import { showNumber } from "../format.ts";
import type { CursorMeta, Meta } from "../page.ts";
import { linkTo, type Place } from "../place.ts";
import { t } from "../texts.ts";

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

/** A link to the next page of a list with a cursor. */
function CursorPager({ meta: { next_page_url }, place, name = "cursor" }: PagerProps<CursorMeta>) {
  const cursor = next_page_url && new URL(next_page_url).searchParams.get("cursor");
  if (!cursor) return null;
  return (
    <nav class="pager" aria-label={t("pages")}>
      <a
        href={linkTo(place.path.join("/"), { ...Object.fromEntries(place.query), [name]: cursor })}
        rel="next"
      >
        {t("next")} →
      </a>
    </nav>
  );
}

/** Where a page is in its list, with links to its neighbours. */
function NumberedPager({ meta, place, name = "page" }: PagerProps<Meta>) {
  const { from, to, total, current_page, last_page } = meta;
  if (last_page <= 1 && current_page <= 1) return null;
  const numbers = { from, to, total };
  const shown = Object.entries(numbers).map(([mark, each]) => [mark, showNumber(each)]);
  const link = (page: number) =>
    linkTo(place.path.join("/"), { ...Object.fromEntries(place.query), [name]: String(page) });
  return (
    <nav class="pager" aria-label={t("pages")}>
      {current_page > 1 && (
        <a href={link(Math.min(current_page - 1, last_page))} rel="prev">
          ← {t("previous")}
        </a>
      )}
      <span>{t("range", Object.fromEntries(shown))}</span>
      {current_page < last_page && (
        <a href={link(current_page + 1)} rel="next">
          {t("next")} →
        </a>
      )}
    </nav>
  );
}
