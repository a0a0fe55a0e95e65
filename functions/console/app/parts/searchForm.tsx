import type { ComponentChildren } from "preact";
import { linkTo, type Place } from "../place.ts";
import { t } from "../texts.ts";

interface SearchFormProps {
  place: Place;
  /** The field's name in the address. */
  name: string;
  label: string;
  children?: ComponentChildren;
}

/** A search by a filter of the API. What is sought is in the address, so that it can be shared. */
export function SearchForm({ place, name, label, children }: SearchFormProps) {
  const path = place.path.join("/");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const values = [...new FormData(event.currentTarget)].map(([each, value]) => [
      each,
      String(value).trim(),
    ]);
    location.hash = linkTo(path, Object.fromEntries(values));
  };
  const isFiltered = [...place.query.keys()].some((each) => each !== "page" && each !== "cursor");
  const sought = place.query.get(name) ?? "";
  return (
    <search>
      <form class="search" key={place.query.toString()} onSubmit={submit}>
        <label>
          {label}
          <input name={name} type="search" defaultValue={sought} autocomplete="off" />
        </label>
        {children}
        <button type="submit">{t("search")}</button>
        {isFiltered && <a href={linkTo(path)}>{t("showAll")}</a>}
      </form>
    </search>
  );
}
