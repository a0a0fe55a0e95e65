import { causeTexts, tellCause } from "../../../../shared/catalogue/causeTexts.ts";
import { knownOr } from "../format.ts";
import type { WebsiteState } from "../lists.ts";
import type { Place } from "../place.ts";

/** Each state as a word, the sign of the tab's title, and the lines of its sign on the page, in 12 units. */
export const stateTexts = {
  down: { word: "Down", sign: "▼", path: "M1 2h10L6 11z" },
  unstable: { word: "Unstable", sign: "≈", path: "M1 4.5q2.5-3 5 0t5 0M1 9q2.5-3 5 0t5 0" },
  maintenance: { word: "Maintenance", sign: "⏸", path: "M3 2h2v8H3zM7 2h2v8H7z" },
  not_checked: { word: "Not checked", sign: "○", path: "M6 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8" },
  paused: { word: "Paused", sign: "■", path: "M2.5 2.5h7v7h-7z" },
  up: { word: "Up", sign: "▲", path: "M1 10h10L6 1z" },
} as const satisfies Record<WebsiteState, { word: string; sign: string; path: string }>;

/** The state of a website; a word that is newer than the console says that nothing is known. */
export const stateOf = ({ state }: { state: string }): WebsiteState =>
  knownOr(stateTexts, state, "not_checked");

/** The state that the address names. */
export const stateIn = ({ query }: Place) => knownOr(stateTexts, query.get("state"), undefined);

/** The sign of a state. It is never alone: a word stands beside it. */
export function Sign({ state }: { state: WebsiteState }) {
  return (
    <svg class={`sign ${state}`} viewBox="0 0 12 12" aria-hidden="true">
      <path d={stateTexts[state].path} />
    </svg>
  );
}

/** A cause that is newer than the console counts as another one. */
export function causeOf(cause: string, technical: string | null) {
  return tellCause(knownOr(causeTexts, cause, "other"), "en", { technical });
}

/** Why a website was down, in a few words. */
export const causeTitle = (cause: string | null, technical: string | null): string =>
  cause === null ? "The cause is not known" : causeOf(cause, technical).title;
