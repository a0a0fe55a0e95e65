export type News = "good" | "bad" | "warning";

/** What an event of a type is called, and when it is sent. */
interface EventDescription {
  /** Heads a chat message, before the name of the resource. */
  title: string;
  /** Whether it is good or bad news. */
  news?: News;
  /** Completes a sentence that begins with "When". */
  when: string;
}

/** Every type of event that a webhook can ask for. The first word names the resource in its `data`. */
export const eventCatalogue = {
  "feed_item.created": {
    title: "New result",
    when: "a check or an audit has a new result",
  },
  "website.created": {
    title: "Website added",
    when: "a website is added, also by an onboarding",
  },
  "website.updated": {
    title: "Website changed",
    when: "anything but the `is_hostname_up` of a website changes",
  },
  "website.deleted": {
    title: "Website deleted",
    when: "a website is deleted, also with its business",
  },
  "website.down": {
    title: "Website down",
    news: "bad",
    when: "a downtime is confirmed",
  },
  "website.up": {
    title: "Website up again",
    news: "good",
    when: "a website is up again",
  },
  "website.paused": {
    title: "Checks paused",
    when: "a website is not probed any more, because its user was suspended or its plan has no uptime checks",
  },
  "website.resumed": {
    title: "Checks resumed",
    when: "a paused website is probed again",
  },
  "website.unstable": {
    title: "Website unstable",
    news: "warning",
    when: "probes of a website fail now and then, without a downtime",
  },
  "website.stable": {
    title: "Website stable again",
    news: "good",
    when: "a website is stable again",
  },
  "website.findings_changed": {
    title: "Findings changed",
    when: "an audit has opened, reopened or resolved findings of a website; ignored ones are left out",
  },
  "business.created": {
    title: "Business added",
    when: "a business is added, also by an onboarding",
  },
  "business.updated": {
    title: "Business changed",
    when: "a business or its plan changes",
  },
  "business.deleted": {
    title: "Business deleted",
    when: "a business is deleted, also with its user",
  },
  "competitor.created": {
    title: "Competitor added",
    when: "a competitor is added",
  },
  "competitor.updated": {
    title: "Competitor changed",
    when: "you change a competitor",
  },
  "competitor.deleted": {
    title: "Competitor deleted",
    when: "a competitor is deleted, also with its business",
  },
  "competitor.enriched": {
    title: "Competitor read",
    when: "the service fills in fields of a competitor from its site",
  },
  "user.onboarded": {
    title: "User onboarded",
    when: "a user is onboarded",
  },
  "user.updated": {
    title: "User changed",
    when: "anything but the suspension of a user changes",
  },
  "user.suspended": {
    title: "User suspended",
    when: "a user is suspended",
  },
  "user.resumed": {
    title: "User resumed",
    when: "the suspension of a user ends",
  },
  "user.deleted": {
    title: "User deleted",
    when: "a user is deleted",
  },
  "webhook.test": {
    title: "Test event",
    when: "you ask for a test; sent to that webhook only",
  },
  "webhook.disabled": {
    title: "Webhook disabled",
    news: "bad",
    when: "a webhook is disabled; sent to your other webhooks only",
  },
} as const satisfies Readonly<Record<string, EventDescription>>;

export type EventType = keyof typeof eventCatalogue;

export const eventTypes = Object.keys(eventCatalogue) as EventType[];

/** What a new webhook receives that names no events. */
export const usualEvents: readonly EventType[] = [
  "website.down",
  "website.up",
  "website.findings_changed",
  "user.onboarded",
  "webhook.disabled",
];
