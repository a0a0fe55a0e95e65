export type News = "good" | "bad" | "warning";

/** What an event of a type is called, when it is sent, and its example in the API's description. */
interface EventDescription {
  /** Heads a chat message, before the name of the resource. */
  title: string;
  /** Whether it is good or bad news. */
  news?: News;
  /** Completes a sentence that begins with "When". */
  when: string;
  example: {
    /** The number of the change; 1 for the first one. */
    sequence: number;
    /** The fields of `data` that differ from the example of the resource. */
    data?: Readonly<Record<string, unknown>>;
  };
}

/** A competitor whose site the service has not read yet. */
const UNREAD = {
  name: "rival.example.com",
  industry: "",
  address_line_1: "",
  city: "",
  country_code: "",
  postcode: "",
  phone_number: "",
};

/** Every type of event that a webhook can ask for. The first word names the resource in its `data`. */
export const eventCatalogue = {
  "feed_item.created": {
    title: "New result",
    when: "a check or an audit has a new result",
    example: { sequence: 1 },
  },
  "website.created": {
    title: "Website added",
    when: "a website is added, also by an onboarding",
    example: { sequence: 1 },
  },
  "website.updated": {
    title: "Website changed",
    when: "anything but the `is_hostname_up` of a website changes",
    example: { sequence: 2 },
  },
  "website.deleted": {
    title: "Website deleted",
    when: "a website is deleted, also with its business",
    example: { sequence: 4 },
  },
  "website.down": {
    title: "Website down",
    news: "bad",
    when: "a downtime is confirmed",
    example: { sequence: 2, data: { is_hostname_up: false } },
  },
  "website.up": {
    title: "Website up again",
    news: "good",
    when: "a website is up again",
    example: { sequence: 3 },
  },
  "website.paused": {
    title: "Checks paused",
    when: "a website is not probed any more, because its user was suspended or its plan has no uptime checks",
    example: { sequence: 2 },
  },
  "website.resumed": {
    title: "Checks resumed",
    when: "a paused website is probed again",
    example: { sequence: 3 },
  },
  "website.unstable": {
    title: "Website unstable",
    news: "warning",
    when: "probes of a website fail now and then, without a downtime",
    example: { sequence: 2 },
  },
  "website.stable": {
    title: "Website stable again",
    news: "good",
    when: "a website is stable again",
    example: { sequence: 3 },
  },
  "website.findings_changed": {
    title: "Findings changed",
    when: "an audit has opened, reopened or resolved findings of a website; ignored ones are left out",
    example: { sequence: 3 },
  },
  "business.created": {
    title: "Business added",
    when: "a business is added, also by an onboarding",
    example: { sequence: 1 },
  },
  "business.updated": {
    title: "Business changed",
    when: "a business or its plan changes",
    example: { sequence: 2, data: { name: "The Bakery" } },
  },
  "business.deleted": {
    title: "Business deleted",
    when: "a business is deleted, also with its user",
    example: { sequence: 3, data: { name: "The Bakery" } },
  },
  "competitor.created": {
    title: "Competitor added",
    when: "a competitor is added",
    example: { sequence: 1, data: UNREAD },
  },
  "competitor.updated": {
    title: "Competitor changed",
    when: "you change a competitor",
    example: { sequence: 3, data: { city: "York" } },
  },
  "competitor.deleted": {
    title: "Competitor deleted",
    when: "a competitor is deleted, also with its business",
    example: { sequence: 4, data: { city: "York" } },
  },
  "competitor.enriched": {
    title: "Competitor read",
    when: "the service fills in fields of a competitor from its site",
    example: { sequence: 2 },
  },
  "user.onboarded": {
    title: "User onboarded",
    when: "a user is onboarded",
    example: { sequence: 1 },
  },
  "user.updated": {
    title: "User changed",
    when: "anything but the suspension of a user changes",
    example: { sequence: 2, data: { language_preference: "fr-FR" } },
  },
  "user.suspended": {
    title: "User suspended",
    when: "a user is suspended",
    example: { sequence: 2, data: { suspended_at: "2026-11-22T14:05:00+00:00" } },
  },
  "user.resumed": {
    title: "User resumed",
    when: "the suspension of a user ends",
    example: { sequence: 3 },
  },
  "user.deleted": {
    title: "User deleted",
    when: "a user is deleted",
    example: { sequence: 4 },
  },
  "webhook.test": {
    title: "Test event",
    when: "you ask for a test; sent to that webhook only",
    example: { sequence: 1 },
  },
  "webhook.disabled": {
    title: "Webhook disabled",
    news: "bad",
    when: "a webhook is disabled; sent to your other webhooks only",
    example: { sequence: Date.parse("2026-11-22T14:05:00Z") / 1000 },
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
