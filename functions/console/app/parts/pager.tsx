import { useConsole } from "../context.ts";
import { showNumber } from "../format.ts";
import { linkTo, type Place } from "../place.ts";

interface Meta {
  from: number;
  to: number;
  total: number;
  current_page: number;
  last_page: number;
}

/** The number of the page in the address. */
export const pageOf = ({ query }: Place) => Math.max(1, Number(query.get("page")) || 1);

/** Where a page is in its list, with links to its neighbours. */
export function Pager({ meta, place }: { meta: Meta; place: Place }) {
  const { t, language } = useConsole();
  const { from, to, total, current_page, last_page } = meta;
  if (last_page <= 1 && current_page <= 1) return null;
  const numbers = { from, to, total };
  const shown = Object.entries(numbers).map(([name, each]) => [name, showNumber(each, language)]);
  const link = (page: number) =>
    linkTo(place.path.join("/"), { ...Object.fromEntries(place.query), page: String(page) });
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
