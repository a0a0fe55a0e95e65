import type { AccountBusiness } from "reseller-website-monitoring-client";
import {
  websiteStates as states,
  type WebsiteState,
} from "../../../shared/vocabulary/websiteState.ts";

export { states, type WebsiteState };

/** How many websites are in each state. */
export type Counts = AccountBusiness["website_counts"];

export type OpenFindings = AccountBusiness["open_findings"];

/** Whether a word is a state that the console knows. */
export const isState = (word: string | null): word is WebsiteState =>
  states.some((state) => state === word);

/** How many websites there are. */
export const sumOf = (counts: Counts): number =>
  states.reduce((sum, state) => sum + counts[state], 0);
