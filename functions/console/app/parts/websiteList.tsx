import type { ComponentChildren } from "preact";
import type { ListAccountWebsitesResult } from "reseller-website-monitoring-client";
import { MOST_LOADED, useAllWebsites } from "../allWebsites.ts";
import { type Answer, useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost, showNumber } from "../format.ts";
import { isState, sumOf } from "../lists.ts";
import { type Place, useKept } from "../place.ts";
import { sortingOf } from "../sorting.ts";
import { ChosenActions } from "./chosenActions.tsx";
import { List } from "./list.tsx";
import { cursorOf } from "./pager.tsx";
import { columnsOfBusiness, websiteColumns } from "./websiteColumns.tsx";

const PER_PAGE = 100;

const stateIn = ({ query }: Place) => {
  const state = query.get("state");
  return isState(state) ? state : undefined;
};

/** A page of the account's websites, or of a customer's, worst first, in the state that the address names. */
export function useWebsites(
  place: Place,
  of: { userUuid?: string; businessUuid?: string } = {},
): Answer<ListAccountWebsitesResult> {
  const { client } = useConsole();
  const state = stateIn(place);
  const filter = { ...of, ...(state && { state }), ...cursorOf(place) };
  const query = { ...filter, sort: "state", per_page: PER_PAGE } as const;
  return useAnswer(`websites ${JSON.stringify(query)}`, (signal) =>
    client.GET("/v1/account/websites", { params: { query }, signal }),
  );
}

interface WebsiteListProps {
  answer: Answer<ListAccountWebsitesResult>;
  place: Place;
  /** Whether it is about all websites of the account, which can be loaded to be sorted. */
  isOfAll?: boolean;
  /** Whether all of them are of one business, which needs not be named. */
  isOfBusiness?: boolean;
  empty?: ComponentChildren;
  /** How many are expected. */
  awaited?: number;
}

/** A list of websites with their figures, of which some can be chosen for an action. */
export function WebsiteList({
  answer: { data: page },
  place,
  isOfAll,
  isOfBusiness,
  empty,
  awaited = 12,
}: WebsiteListProps) {
  const { account } = useConsole();
  const [chosen, choose] = useKept<ReadonlySet<string>>("chosen", new Set());
  const [isAll, setAll] = useKept("all websites", false);
  const [most, setMost] = useKept("rows", PER_PAGE);
  const all = useAllWebsites(isAll);
  const state = stateIn(place);
  const counts = isOfAll ? page?.meta.counts : undefined;
  const total = counts && (state ? counts[state] : sumOf(counts));
  const isLoaded = isAll && all.isDone;
  const loaded = isLoaded
    ? all.websites.filter((each) => !state || each.state === state)
    : undefined;
  const rows = loaded ?? page?.data;
  const columns = isOfBusiness ? columnsOfBusiness : websiteColumns;
  const isSorted = sortingOf(place, columns) !== undefined;
  const selection = account.api_key.is_read_only ? undefined : { chosen, choose };
  return (
    <>
      <List
        label="websites"
        columns={columns}
        rows={rows}
        meta={loaded && isSorted ? undefined : page?.meta}
        most={loaded && most}
        place={place}
        total={total}
        more={
          !loaded && (
            <button type="button" aria-disabled={isAll} onClick={() => setAll(true)}>
              {isAll
                ? `Loading: ${showNumber(all.websites.length)} of ${showNumber(all.total)}`
                : `Load ${showNumber(Math.min(MOST_LOADED, total ?? 0))} to sort them`}
            </button>
          )
        }
        selection={selection}
        nameOf={({ hostname }) => showHost(hostname)}
        empty={empty}
        awaited={awaited}
      />
      {loaded && loaded.length > most && (
        <p>
          <button type="button" onClick={() => setMost(most + PER_PAGE)}>
            Show {PER_PAGE} more of {showNumber(loaded.length)}
          </button>
        </p>
      )}
      {selection && <ChosenActions websites={rows ?? []} selection={selection} />}
    </>
  );
}
