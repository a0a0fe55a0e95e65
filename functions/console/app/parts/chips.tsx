import { showNumber } from "../format.ts";
import { type Counts, states, sumOf } from "../lists.ts";
import { linkTo, type Place } from "../place.ts";
import { Sign, stateTexts } from "./state.tsx";

interface StateChipsProps {
  counts: Counts | undefined;
  place: Place;
}

/** Filters by state with their counts, kept in the address. States that no website is in are left out. */
export function StateChips({ counts, place }: StateChipsProps) {
  const asked = place.query.get("state");
  const shown = states.filter((state) => counts?.[state] || state === asked);
  const path = place.path.join("/");
  // Another filter begins at its first page.
  const { cursor: _, state: __, ...query } = Object.fromEntries(place.query);
  return (
    <nav class="chips" aria-label="State">
      <a href={linkTo(path, query)} aria-current={asked ? undefined : "true"}>
        All {counts && showNumber(sumOf(counts))}
      </a>
      {shown.map((state) => (
        <a
          key={state}
          href={linkTo(path, { ...query, state })}
          aria-current={asked === state ? "true" : undefined}
        >
          <Sign state={state} /> {stateTexts[state].word} {counts && showNumber(counts[state])}
        </a>
      ))}
    </nav>
  );
}
