import type { AccountWebsite } from "reseller-website-monitoring-client";
import { useAllWebsites } from "../allWebsites.ts";
import { tellCounts } from "../attention.ts";
import { useConsole } from "../context.ts";
import { showClock, showNumber } from "../format.ts";
import { type Counts, states, sumOf } from "../lists.ts";
import { Attention, useFailingWebhooks } from "../parts/attention.tsx";
import { CheckAny, NothingWatched } from "../parts/checkAny.tsx";
import { LastEvents } from "../parts/lastEvents.tsx";
import { Skeleton } from "../parts/shown.tsx";
import { Sign, stateTexts } from "../parts/state.tsx";
import { useWebsites } from "../parts/websiteList.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";

/** How the account is, what needs attention, and what happened last. */
export function OverviewScreen({ place }: ScreenProps) {
  const { account } = useConsole();
  const { data, at } = useWebsites({ ...place, query: new URLSearchParams() });
  const counts = data?.meta.counts;
  const isMore = data !== undefined && data.meta.next_page_url !== null;
  const all = useAllWebsites(isMore);
  const webhooks = useFailingWebhooks();
  const { text, mood } = counts ? tellCounts(counts) : { text: "Overview", mood: "soft" };
  useTitle(`Overview – ${account.name}`);
  if (counts && sumOf(counts) === 0) {
    return (
      <>
        <h1>Nothing is watched yet</h1>
        <NothingWatched />
      </>
    );
  }
  const websites = data && merge(data.data, all.isDone ? all.websites : []);
  return (
    <>
      <div class="headline">
        <h1 class={mood}>{text}</h1>
        <p class="soft small">{at !== undefined && `As of ${showClock(at)}`}</p>
      </div>
      <Counters counts={counts} />
      {websites ? (
        <div class="columns">
          <Attention {...{ worst: data.data, websites, webhooks }} all={isMore ? all : undefined} />
          {/* On a phone they are below, and would move. */}
          {webhooks && (
            <div>
              <CheckAny />
              <LastEvents websites={websites} />
            </div>
          )}
        </div>
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  );
}

/** The page that is read again and again, and after it what was loaded once. */
function merge(page: AccountWebsite[], others: AccountWebsite[]): AccountWebsite[] {
  const uuids = new Set(page.map(({ uuid }) => uuid));
  return [...page, ...others.filter(({ uuid }) => !uuids.has(uuid))];
}

/** How many websites are in each state, each a link to their list. */
function Counters({ counts }: { counts: Counts | undefined }) {
  const shown = states.filter((state) => state !== "paused" || counts?.paused);
  return (
    <ul class="counters">
      {shown.map((state) => (
        <li key={state}>
          <a class={counts?.[state] ? state : undefined} href={linkTo("websites", { state })}>
            <b>{counts ? showNumber(counts[state]) : <span class="skeleton" />}</b>
            <span>
              <Sign state={state} /> {stateTexts[state].word}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
