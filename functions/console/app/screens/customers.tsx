import type { AccountBusiness } from "reseller-website-monitoring-client";
import { useConsole, useGet } from "../answers.ts";
import { showDayOf } from "../format.ts";
import { type Counts, states, sumOf } from "../lists.ts";
import { NothingWatched } from "../parts/checkAny.tsx";
import { type Column, cursorOf, List, RowLink, timeColumn } from "../parts/list.tsx";
import { Sign, stateTexts } from "../parts/state.tsx";
import { findingsColumn } from "../parts/websiteColumns.tsx";
import type { ScreenProps } from "../place.ts";

const PER_PAGE = 100;

/** All customers: the businesses, each with the state of its websites. */
export function CustomersScreen({ place }: ScreenProps) {
  const { account } = useConsole();
  const query = { ...cursorOf(place), per_page: PER_PAGE };
  const { data } = useGet("/v1/account/businesses", { query });
  return (
    <>
      <h1>Customers</h1>
      <List
        label="customers"
        columns={businessColumns}
        page={data}
        place={place}
        total={account.record_limits.businesses.count}
        empty={<NothingWatched />}
      />
    </>
  );
}

/** The columns of a list of businesses. */
export const businessColumns: readonly Column<AccountBusiness>[] = [
  {
    id: "customer",
    head: "Customer",
    by: ({ name }) => name,
    cell: ({ uuid, user_uuid, user_name, name, industry }) => (
      <>
        <RowLink path={`customers/${user_uuid}/${uuid}`} name={name} />
        <span class="under soft">
          <bdi>{user_name}</bdi>
          {user_name && industry && " · "}
          <bdi>{industry}</bdi>
        </span>
      </>
    ),
  },
  {
    id: "websites",
    head: "Websites",
    isHighFirst: true,
    by: ({ website_counts: counts }) =>
      counts.down * 1e8 + counts.unstable * 1e4 + counts.not_checked * 100 + sumOf(counts),
    cell: ({ website_counts }) => <WebsiteCounts counts={website_counts} />,
  },
  findingsColumn,
  timeColumn("report", "Last report", ({ last_report_at }) => last_report_at, showDayOf),
  {
    ...timeColumn("since", "Customer since", ({ created_at }) => created_at, showDayOf),
    isMinor: true,
  },
];

/** How many websites are in each state, the worst first. */
function WebsiteCounts({ counts }: { counts: Counts }) {
  if (sumOf(counts) === 0) return <span class="soft">none yet</span>;
  return (
    <>
      {states
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <span key={state} class={`word ${state}`}>
            <Sign state={state} />
            {counts[state]} {stateTexts[state].word.toLowerCase()}{" "}
          </span>
        ))}
    </>
  );
}
