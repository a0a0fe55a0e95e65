import type * as z from "zod/mini";
import { feedItemSchema } from "../resources/monitoringSchemas.ts";
import {
  businessSchema,
  competitorSchema,
  userSchema,
  websiteSchema,
} from "../resources/schemas.ts";
import { webhookSchema } from "../resources/webhookSchemas.ts";
import { type EventType, eventTypes } from "./eventTypes.ts";
import { examples } from "./examples.ts";

/** What there is to know of a type of event, for documentation; no function loads this file. */
export interface EventDescription {
  /** When there is one: "when a website is added". */
  when: string;
  /** What `data` is. */
  resource: Resource;
}

/** The schemas of `data`, by the name of the resource. */
export const eventData = {
  Business: businessSchema,
  Competitor: competitorSchema,
  "Feed item": feedItemSchema,
  User: userSchema,
  Webhook: webhookSchema,
  Website: websiteSchema,
} as const satisfies Record<string, z.ZodMiniObject>;

export type Resource = keyof typeof eventData;

/** Every type of event. */
export const eventCatalogue: Readonly<Record<EventType, EventDescription>> = {
  "feed_item.created": {
    when: "a check or an audit has found something new",
    resource: "Feed item",
  },
  "website.created": { when: "a website is added, also by an onboarding", resource: "Website" },
  "website.updated": { when: "anything but its `is_hostname_up` changes", resource: "Website" },
  "website.deleted": { when: "a website is deleted, also with its business", resource: "Website" },
  "website.down": { when: "a downtime is confirmed", resource: "Website" },
  "website.up": { when: "a website that was down is back", resource: "Website" },
  "business.created": { when: "a business is added, also by an onboarding", resource: "Business" },
  "business.updated": { when: "a business, or its plan, changes", resource: "Business" },
  "business.deleted": { when: "a business is deleted", resource: "Business" },
  "competitor.created": { when: "a competitor is added", resource: "Competitor" },
  "competitor.updated": { when: "you change a competitor", resource: "Competitor" },
  "competitor.deleted": {
    when: "a competitor is deleted, also with its business",
    resource: "Competitor",
  },
  "competitor.enriched": {
    when: "the service fills fields of a competitor from its site",
    resource: "Competitor",
  },
  "user.onboarded": { when: "a user is onboarded", resource: "User" },
  "user.updated": { when: "anything but the suspension of a user changes", resource: "User" },
  "user.suspended": { when: "a user is suspended", resource: "User" },
  "user.resumed": { when: "the suspension of a user ends", resource: "User" },
  "user.deleted": { when: "a user is deleted", resource: "User" },
  "webhook.test": { when: "you ask for a test; to that webhook only", resource: "Webhook" },
  "webhook.disabled": {
    when: "a webhook is disabled; to your other webhooks only",
    resource: "Webhook",
  },
};

/** The table of events for the documentation, in Markdown, and the body of each as an example. */
export function renderEventCatalogue(): string {
  const rows = eventTypes.map((type) => {
    const { when, resource } = eventCatalogue[type];
    return [`\`${type}\``, when, resource];
  });
  const table = [["Event", "When", "`data`"], ["---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
  const bodies = eventTypes.map((type) => JSON.stringify(examples[type]));
  const more = ["<details>", "<summary>The body of each, as an example</summary>"];
  return [table, ...more, `\`\`\`json\n${bodies.join("\n")}\n\`\`\``, "</details>"].join("\n\n");
}
