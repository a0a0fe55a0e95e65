import { causeTexts, tellCause } from "../../../../shared/catalogue/causeTexts.ts";
import { knownOr } from "../format.ts";
import type { WebsiteState } from "../lists.ts";
import type { Place } from "../place.ts";

/** Each state as a word and a sign that every font has. */
export const stateTexts = {
  down: { word: "Down", sign: "▼" },
  unstable: { word: "Unstable", sign: "≈" },
  maintenance: { word: "Maintenance", sign: "‖" },
  not_checked: { word: "Not checked", sign: "○" },
  paused: { word: "Paused", sign: "■" },
  up: { word: "Up", sign: "▲" },
} as const satisfies Record<WebsiteState, { word: string; sign: string }>;

/** The state of a website; a word that is newer than the console says that nothing is known. */
export const stateOf = ({ state }: { state: string }): WebsiteState =>
  knownOr(stateTexts, state, "not_checked");

/** The state that the address names. */
export const stateIn = ({ query }: Place) => knownOr(stateTexts, query.get("state"), undefined);

/** The sign of a state. It is never alone: a word stands beside it. */
export function Sign({ state }: { state: WebsiteState }) {
  return (
    <span class={`sign ${state}`} aria-hidden="true">
      {stateTexts[state].sign}
    </span>
  );
}

/** A cause that is newer than the console counts as another one. */
export function causeOf(cause: string, technical: string | null) {
  return tellCause(knownOr(causeTexts, cause, "other"), "en", { technical });
}

/** Why a website was down, in a few words. */
export const causeTitle = (cause: string | null, technical: string | null): string =>
  cause === null ? "The cause is not known" : causeOf(cause, technical).title;
