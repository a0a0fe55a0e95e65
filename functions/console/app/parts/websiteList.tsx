import type { ComponentChildren } from "preact";
import type {
  AccountWebsite,
  ApiError,
  ListAccountWebsitesResult,
  Result,
} from "reseller-website-monitoring-client";
import { type Answer, useAnswer, useConsole, useGet } from "../answers.ts";
import { showHost, showNumber } from "../format.ts";
import { sortingOf, sumOf } from "../lists.ts";
import { type Place, useKept } from "../place.ts";
import { ActionButton, CopyButton } from "./buttons.tsx";
import { cursorOf, List, type Selection } from "./list.tsx";
import { MaintenanceDialog } from "./maintenance.tsx";
import { usualDays } from "./shares.tsx";
import { stateIn } from "./state.tsx";
import { columnsOfBusiness, websiteColumns } from "./websiteColumns.tsx";

const PER_PAGE = 100;

/** A page of the account's websites, or of a business's, worst first, in the state that the address names. */
export function useWebsites(
  place: Place,
  of: { businessUuid?: string } = {},
): Answer<ListAccountWebsitesResult> {
  const state = stateIn(place);
  const filter = { ...of, ...(state && { state }), ...cursorOf(place) };
  const query = { ...filter, sort: "state", per_page: PER_PAGE } as const;
  return useGet("/v1/account/websites", { query });
}

/** How many websites the console loads to look at all of them. */
const MOST_LOADED = 2000;
const FRESH_MS = 10 * 60_000;

/** All websites, up to 2,000, worst first, loaded once it is wanted and kept for ten minutes. */
export function useAllWebsites(isWanted: boolean): AccountWebsite[] | undefined {
  const { client } = useConsole();
  const params = { query: { sort: "state", per_page: PER_PAGE } } as const;
  const load = async (signal: AbortSignal): Promise<Result<AccountWebsite[]>> => {
    const data: AccountWebsite[] = [];
    for await (const page of client.pages("/v1/account/websites", { params, signal })) {
      if (page.error) return page;
      data.push(...page.data.data);
      if (data.length >= MOST_LOADED) break;
    }
    return { data };
  };
  return useAnswer(isWanted ? "all websites" : undefined, load, FRESH_MS).data;
}

/** The account's websites as they are now: the worst ones, read again and again, and after them those loaded once. */
export function useLatestWebsites() {
  const { data: page, at } = useWebsites({ path: [], query: new URLSearchParams() });
  const all = useAllWebsites(Boolean(page?.meta.next_page_url)) ?? [];
  const worst = page?.data ?? [];
  const uuids = new Set(worst.map(({ uuid }) => uuid));
  const websites = [...worst, ...all.filter(({ uuid }) => !uuids.has(uuid))];
  return { page, at, websites, total: page ? sumOf(page.meta.counts) : 0 };
}

interface WebsiteListProps {
  answer: Answer<ListAccountWebsitesResult>;
  place: Place;
  /** Whether it is about all websites of the account, which can be loaded to be sorted, not those of one business. */
  isOfAll?: boolean;
  empty?: ComponentChildren;
}

/** A list of websites with their figures, of which some can be chosen for an action. */
export function WebsiteList({ answer: { data: page }, place, isOfAll, empty }: WebsiteListProps) {
  const { account } = useConsole();
  const [chosen, choose] = useKept<ReadonlySet<string>>("chosen", new Set());
  const [most, setMost] = useKept("rows", PER_PAGE);
  const state = stateIn(place);
  const counts = isOfAll ? page?.meta.counts : undefined;
  const total = counts && (state ? counts[state] : sumOf(counts));
  const columns = isOfAll ? websiteColumns : columnsOfBusiness;
  const isSorted = sortingOf(place, columns) !== undefined;
  const isWanted = isSorted && total !== undefined && total > (page?.data.length ?? total);
  const loaded = useAllWebsites(isWanted)?.filter((each) => !state || each.state === state);
  const selection = account.api_key.is_read_only ? undefined : { chosen, choose };
  return (
    <>
      <List
        label="websites"
        columns={columns}
        page={loaded ? { data: loaded } : page}
        most={loaded && most}
        place={place}
        total={total}
        selection={selection}
        nameOf={({ hostname }) => showHost(hostname)}
        empty={empty}
      />
      {loaded && loaded.length > most && (
        <p>
          <button type="button" onClick={() => setMost(most + PER_PAGE)}>
            Show {PER_PAGE} more of {showNumber(loaded.length)}
          </button>
        </p>
      )}
      {selection && <ChosenActions websites={loaded ?? page?.data ?? []} selection={selection} />}
    </>
  );
}

interface ChosenActionsProps {
  websites: AccountWebsite[];
  selection: Selection;
}

/** What can be done for the chosen websites at once, in a bar above the bottom of the window. */
function ChosenActions({ websites, selection }: ChosenActionsProps) {
  const { client } = useConsole();
  const chosen = websites.filter(({ uuid }) => selection.chosen.has(uuid));
  if (chosen.length === 0) return null;
  const audit = async (): Promise<Result<unknown>> => {
    let error: ApiError | undefined;
    for (const { uuid } of chosen) {
      const params = { path: { website_uuid: uuid } };
      const result = await client.POST("/v1/websites/{website_uuid}/audit", { params });
      error ??= result.error;
    }
    return error ? { error } : { data: undefined };
  };
  const shareReports = async (): Promise<string | ApiError> => {
    const links: string[] = [];
    for (const { uuid, hostname, created_at } of chosen) {
      const days = usualDays(created_at);
      const body = { website_uuid: uuid, kind: "report", ...days } as const;
      const { data, error } = await client.POST("/v1/shares", { body });
      if (error) return error;
      links.push(`${showHost(hostname)} ${data.data.url}`);
    }
    return links.join("\n");
  };
  return (
    <section class="actions chosen-bar" aria-label="Chosen websites">
      <strong>{chosen.length} selected</strong>
      <MaintenanceDialog websites={chosen} />
      <ActionButton label="Audit now" done="Audits begin within minutes" send={audit} />
      <CopyButton label="Copy report links" text={shareReports} />
      <button type="button" onClick={() => selection.choose(new Set())}>
        Clear
      </button>
    </section>
  );
}
