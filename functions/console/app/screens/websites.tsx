import { isState } from "../lists.ts";
import { StateChips } from "../parts/chips.tsx";
import { NothingWatched } from "../parts/nothingWatched.tsx";
import { stateTexts } from "../parts/state.tsx";
import { useWebsites, WebsiteList } from "../parts/websiteList.tsx";
import type { ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";

/** All websites, filtered by state. */
export function WebsitesScreen({ place }: ScreenProps) {
  const answer = useWebsites(place);
  const counts = answer.data?.meta.counts;
  const state = place.query.get("state");
  const word = isState(state) ? stateTexts[state].word : undefined;
  useTitle(word ? `Websites: ${word}` : "Websites");
  return (
    <>
      <h1>Websites</h1>
      <StateChips counts={counts} place={place} />
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
