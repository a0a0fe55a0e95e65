import { joined, showNumber } from "../format.ts";
import { type Counts, states, sumOf } from "../lists.ts";
import { NothingWatched } from "../parts/checkAny.tsx";
import { stateIn, stateTexts } from "../parts/state.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { useWebsites, WebsiteList } from "../parts/websiteList.tsx";
import type { ScreenProps } from "../place.ts";
import { useTitle } from "../tab.ts";

/** All websites, filtered by state. */
export function WebsitesScreen({ place }: ScreenProps) {
  const answer = useWebsites(place);
  const counts = answer.data?.meta.counts;
  const state = stateIn(place);
  const word = state && stateTexts[state].word;
  useTitle(word ? `Websites: ${word}` : "Websites");
  return (
    <>
      <h1>Websites</h1>
      <StateTabs counts={counts} place={place} />
      <WebsiteList
        answer={answer}
        place={place}
        isOfAll
        empty={
          word ? <p>No website is in this state: {word.toLowerCase()}.</p> : <NothingWatched />
        }
      />
    </>
  );
}

/** Filters by state with their counts. States that no website is in are left out. */
function StateTabs({ counts, place }: ScreenProps & { counts: Counts | undefined }) {
  const current = stateIn(place);
  const show = (text: string, count = 0) => joined(" ", text, counts && showNumber(count));
  const ofStates = states
    .filter((state) => counts?.[state] || state === current)
    .map((state) => ({
      value: state,
      text: show(`${stateTexts[state].sign} ${stateTexts[state].word}`, counts?.[state]),
      tone: state,
    }));
  const all = { text: show("All", counts && sumOf(counts)) };
  return <Tabs {...{ label: "State", name: "state", current, place, tabs: [all, ...ofStates] }} />;
}
