/** When an event of a type is sent, and its example in the API's description. */
interface EventDescription {
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
    when: "a check or an audit has a new result",
    example: { sequence: 1 },
  },
  "website.created": {
    when: "a website is added, also by an onboarding",
    example: { sequence: 1 },
  },
  "website.updated": {
    when: "anything but the `is_hostname_up` of a website changes",
    example: { sequence: 2 },
  },
  "website.deleted": {
    when: "a website is deleted, also with its business",
    example: { sequence: 4 },
  },
  "website.down": {
    when: "a downtime is confirmed",
    example: { sequence: 2, data: { is_hostname_up: false } },
  },
  "website.up": { when: "a website is up again", example: { sequence: 3 } },
  "website.paused": {
    when: "a website is not probed any more, because its user was suspended or its plan has no uptime checks",
    example: { sequence: 2 },
  },
  "website.resumed": { when: "a paused website is probed again", example: { sequence: 3 } },
  "website.unstable": {
    when: "probes of a website fail now and then, without a downtime",
    example: { sequence: 2 },
  },
  "website.stable": { when: "a website is stable again", example: { sequence: 3 } },
  "website.findings_changed": {
    when: "an audit has opened, reopened or resolved findings of a website; ignored ones are left out",
    example: { sequence: 3 },
  },
  "business.created": {
    when: "a business is added, also by an onboarding",
    example: { sequence: 1 },
  },
  "business.updated": {
    when: "a business or its plan changes",
    example: { sequence: 2, data: { name: "The Bakery" } },
  },
  "business.deleted": {
    when: "a business is deleted, also with its user",
    example: { sequence: 3, data: { name: "The Bakery" } },
  },
  "competitor.created": {
    when: "a competitor is added",
    example: { sequence: 1, data: UNREAD },
  },
  "competitor.updated": {
    when: "you change a competitor",
    example: { sequence: 3, data: { city: "York" } },
  },
  "competitor.deleted": {
    when: "a competitor is deleted, also with its business",
    example: { sequence: 4, data: { city: "York" } },
  },
  "competitor.enriched": {
    when: "the service fills in fields of a competitor from its site",
    example: { sequence: 2 },
  },
  "user.onboarded": { when: "a user is onboarded", example: { sequence: 1 } },
  "user.updated": {
    when: "anything but the suspension of a user changes",
    example: { sequence: 2, data: { language_preference: "fr-FR" } },
  },
  "user.suspended": {
    when: "a user is suspended",
    example: { sequence: 2, data: { suspended_at: "2026-11-22T14:05:00+00:00" } },
  },
  "user.resumed": { when: "the suspension of a user ends", example: { sequence: 3 } },
  "user.deleted": { when: "a user is deleted", example: { sequence: 4 } },
  "webhook.test": {
    when: "you ask for a test; sent to that webhook only",
    example: { sequence: 1 },
  },
  "webhook.disabled": {
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
