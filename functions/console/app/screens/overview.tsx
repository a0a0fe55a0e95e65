import { tellCounts } from "../attention.ts";
import { showClock, showNumber } from "../format.ts";
import { type Counts, states, sumOf } from "../lists.ts";
import { Attention, useFailingWebhooks } from "../parts/attention.tsx";
import { CheckAny, NothingWatched } from "../parts/checkAny.tsx";
import { LastEvents } from "../parts/lastEvents.tsx";
import { Skeleton } from "../parts/shown.tsx";
import { Sign, stateTexts } from "../parts/state.tsx";
import { useLatestWebsites } from "../parts/websiteList.tsx";
import { linkTo } from "../place.ts";

/** How the account is, what needs attention, and what happened last. */
export function OverviewScreen() {
  const { page, at, websites, all } = useLatestWebsites();
  const counts = page?.meta.counts;
  const webhooks = useFailingWebhooks();
  const { text, mood } = counts ? tellCounts(counts) : { text: "Overview", mood: "soft" };
  if (counts && sumOf(counts) === 0) {
    return (
      <>
        <h1>Nothing is watched yet</h1>
        <NothingWatched />
      </>
    );
  }
  return (
    <>
      <div class="headline">
        <h1 class={mood}>{text}</h1>
        <p class="soft small">{at !== undefined && `As of ${showClock(at)}`}</p>
      </div>
      <Counters counts={counts} />
      {page ? (
        <div class="columns">
          <Attention {...{ worst: page.data, websites, webhooks, all }} />
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
