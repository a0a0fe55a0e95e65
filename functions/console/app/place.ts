import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** What the address shows: `#/websites/{uuid}?page=2`. It never has the key. */
export interface Place {
  path: string[];
  query: URLSearchParams;
}

/** What each screen is given. */
export interface ScreenProps {
  place: Place;
}

function readPlace(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean), query: new URLSearchParams(query) };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The shape of a place's address, with `*` for a uuid; undefined if something else stands there. */
export function shapeOf({ path: [section = "", ...uuids] }: Place): string | undefined {
  if (!uuids.every((uuid) => UUID.test(uuid))) return undefined;
  return [section, ...uuids.map(() => "*")].join("/");
}

/** The address of a place, for links. Empty values are left out. */
export function linkTo(path: string, query: Record<string, string | undefined> = {}): string {
  const values = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const search = new URLSearchParams(values).toString();
  return `#/${path}${search ? `?${search}` : ""}`;
}

/** The address of this place with other values in its query; undefined takes one out. */
export function linkWithin(place: Place, query: Record<string, string | undefined>): string {
  return linkTo(place.path.join("/"), { ...Object.fromEntries(place.query), ...query });
}

/** Follows a link without a new entry in the browser's history, so that the way back leads to the screen before. */
export function replacePlace(href: string): void {
  history.replaceState(history.state, "", href);
  dispatchEvent(new Event("hashchange"));
}

/** What the entries of the browser's history keep: the place of the scroll bar, open parts. Gone with the tab. */
const entries = new Map<unknown, Map<string, unknown>>();
let current = new Map<string, unknown>();

/** An entry is known by when it was entered first, when the page is loaded again, too. */
function enterEntry(): void {
  const { entry = Date.now() }: { entry?: number } = history.state ?? {};
  history.replaceState({ entry }, "");
  current = entries.get(entry) ?? new Map();
  entries.set(entry, current);
}

/** State that the way back restores: which parts are open, how many rows are shown. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() =>
    current.has(name) ? (current.get(name) as Value) : initial,
  );
  const change = (next: Value) => {
    current.set(name, next);
    setValue(next);
  };
  return [value, change];
}

/** Follows the events of a target as long as the component is there. */
export function useListener<Followed extends Event>(
  target: EventTarget,
  type: string,
  follow: (event: Followed) => unknown,
): void {
  useEffect(() => {
    const ended = new AbortController();
    target.addEventListener(type, (event) => follow(event as Followed), ended);
    return () => ended.abort();
  }, []);
}

/** The current place; follows links and the browser's history. */
export function usePlace(): Place {
  const [place, setPlace] = useState(() => {
    history.scrollRestoration = "manual";
    enterEntry();
    return readPlace();
  });
  useListener(window, "hashchange", () => {
    enterEntry();
    setPlace(readPlace());
  });
  return place;
}

/** Restores the place of the scroll bar on the way back; a new screen begins at its top. */
export function useKeptScroll(place: Place): void {
  const path = place.path.join("/");
  const lastPath = useRef<string | undefined>(undefined);
  useListener(window, "scroll", () => current.set("scroll", scrollY));
  useLayoutEffect(() => {
    const isNew = path !== lastPath.current;
    lastPath.current = path;
    // What was answered before is shown at once, so that the page is as high as it was.
    if (isNew || current.has("scroll")) scrollTo(0, Number(current.get("scroll") ?? 0));
    else current.set("scroll", scrollY);
  }, [place]);
}
