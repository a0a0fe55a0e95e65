import { eventCatalogue } from "../../../../shared/webhooks/catalogue.ts";

const nouns = {
  website: "Websites",
  feed_item: "Results of checks",
  business: "Businesses",
  competitor: "Competitors",
  user: "Customers",
  webhook: "Webhooks",
} as const;

/** The types of event by what they are about, each with when it is sent. */
export const eventGroups = Object.entries(nouns).map(([noun, title]) => ({
  title,
  events: Object.entries(eventCatalogue)
    .filter(([type]) => type.startsWith(`${noun}.`))
    .map(([type, { when }]) => ({ type, when })),
}));
