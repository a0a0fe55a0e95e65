import { showNumber } from "../format.ts";
import { type Counts, states, sumOf } from "../lists.ts";
import { NothingWatched } from "../parts/checkAny.tsx";
import { Sign, stateIn, stateTexts } from "../parts/state.tsx";
import { useWebsites, WebsiteList } from "../parts/websiteList.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
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

/** Filters by state with their counts, kept in the address. States that no website is in are left out. */
function StateChips({ counts, place }: ScreenProps & { counts: Counts | undefined }) {
  const current = stateIn(place);
  const shown = states.filter((state) => counts?.[state] || state === current);
  const path = place.path.join("/");
  // Another filter begins at its first page.
  const { cursor: _, state: __, ...query } = Object.fromEntries(place.query);
  return (
    <nav class="chips" aria-label="State">
      <a href={linkTo(path, query)} aria-current={current ? undefined : "true"}>
        All {counts && showNumber(sumOf(counts))}
      </a>
      {shown.map((state) => (
        <a
          key={state}
          href={linkTo(path, { ...query, state })}
          aria-current={current === state ? "true" : undefined}
        >
          <Sign state={state} /> {stateTexts[state].word} {counts && showNumber(counts[state])}
        </a>
      ))}
    </nav>
  );
}
