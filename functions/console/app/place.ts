import { useEffect, useState } from "preact/hooks";

/** What the address shows: `#/websites/{uuid}?page=2`. It never has the key. */
export interface Place {
  path: string[];
  query: URLSearchParams;
}

/** What each screen is given. */
export interface ScreenProps {
  place: Place;
}

export function readPlace(hash = location.hash): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
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
  const given = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const search = new URLSearchParams(given).toString();
  return `#/${path}${search ? `?${search}` : ""}`;
}

/** The current place; follows links and the browser's history. */
export function usePlace(): Place {
  const [place, setPlace] = useState(() => readPlace());
  useEffect(() => {
    const follow = () => setPlace(readPlace());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return place;
}
