/** The types of event that a webhook can ask for. */
export const eventTypes = [
  "feed_item.created",
  "website.created",
  "website.updated",
  "website.deleted",
  "website.down",
  "website.up",
  "business.created",
  "business.updated",
  "business.deleted",
  "competitor.created",
  "competitor.updated",
  "competitor.deleted",
  "competitor.enriched",
  "user.onboarded",
  "user.updated",
  "user.suspended",
  "user.resumed",
  "user.deleted",
  "webhook.test",
  "webhook.disabled",
] as const;

export type EventType = (typeof eventTypes)[number];
