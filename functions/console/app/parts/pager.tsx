import { showNumber } from "../format.ts";
import type { Meta } from "../page.ts";
import { linkTo, type Place } from "../place.ts";
import { t } from "../texts.ts";

/** The number of the page in the address, for the list that has this name there. */
export const pageOf = ({ query }: Place, name = "page") =>
  Math.max(1, Number(query.get(name)) || 1);

interface PagerProps {
  meta: Meta;
  place: Place;
  name?: string | undefined;
}

/** Where a page is in its list, with links to its neighbours. */
export function Pager({ meta, place, name = "page" }: PagerProps) {
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
