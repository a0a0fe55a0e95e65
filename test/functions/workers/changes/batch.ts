import type { DynamoDBRecord } from "aws-lambda";
import { onTestFinished } from "vitest";
import { readEntries } from "../../../../shared/auditLog/entries.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { Competitor, unreadFields } from "../../../../shared/entities/competitor.ts";
import { CustomFields } from "../../../../shared/entities/customFields.ts";
import { FeedItem } from "../../../../shared/entities/feedItem.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Webhook, withHealth } from "../../../../shared/entities/webhook.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { newFeedItem } from "../../../../shared/feed/feedItem.ts";
import { DAY_MS, timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { eventTypes } from "../../../../shared/webhooks/catalogue.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { changeOf } from "../../../support/stream.ts";

/** New records of a reseller, with nothing in the table. */
export function recordsOf(reseller_uuid: string) {
  const created_at = timestamp();
  const [business_uuid, field] = [newUuid(), newUuid()];
  const common = { reseller_uuid, sequence: 0, revision: 1, created_at, updated_at: created_at };
  const hostname = "example.com";
  const owner = { business_uuid, user_uuid: newUuid() };
  const website = { ...common, ...owner, uuid: newUuid(), hostname, is_hostname_up: true };
  return {
    website,
    competitor: {
      ...common,
      ...unreadFields(hostname),
      ...owner,
      uuid: newUuid(),
      hostname,
      client_fields: [],
    },
    business: {
      ...common,
      uuid: business_uuid,
      user_uuid: owner.user_uuid,
      plan_uuid: newUuid(),
      name: "Difference Engines",
      industry: "",
      products: [],
      website_sequence: 0,
      competitor_sequence: 0,
      custom_field_values: [{ uuid: newUuid(), custom_field_uuid: field, value: "x", created_at }],
    },
    customFields: {
      reseller_uuid,
      revision: 1,
      fields: [
        { uuid: field, name: "Region", type: "text" as const, is_required: false, created_at },
      ],
    },
    user: {
      ...common,
      uuid: newUuid(),
      business_sequence: 0,
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      language_preference: "en-GB",
      country_code: "GB",
    },
    feedItem: newFeedItem(website, {
      type: "headings",
      status: "info",
      data: { count: 1 },
      sequence: 0,
    }),
  };
}

/** A webhook of the reseller, in the table. */
export async function putWebhook(reseller_uuid: string, more: object = {}) {
  const webhook = newWebhook(reseller_uuid, more);
  await Webhook.put(webhook).go();
  return webhook;
}

function newWebhook(reseller_uuid: string, more: object = {}) {
  const created_at = timestamp();
  return {
    reseller_uuid,
    uuid: newUuid(),
    endpoint: "https://hooks.example.com/in",
    events: [...eventTypes],
    secret_generation: 1,
    test_count: 0,
    created_at,
    updated_at: created_at,
    ...more,
  };
}

/** Changes of every kind, of a new reseller, and what has to follow from them. */
export async function makeBatch() {
  const reseller_uuid = newUuid();
  const records = recordsOf(reseller_uuid);
  const { website, competitor, business, user, feedItem } = records;
  await CustomFields.put(records.customFields).go();
  await Website.put(website).go();
  const all = [newWebhook(reseller_uuid), newWebhook(reseller_uuid)] as const;
  const choosy = newWebhook(reseller_uuid, { events: ["website.created"] });
  const now = timestamp();
  const failing = newWebhook(reseller_uuid);
  const aMinuteAgo = timestamp(new Date(Date.now() - 60_000));
  const disabled = { ...failing, disabled_at: aMinuteAgo, disabled_reason: "failing" };
  await Webhook.put([...all, choosy, disabled]).go();
  const gone = { ...website, uuid: newUuid() };
  const health = withHealth(all[0].uuid, { due_at: now });
  const replay = { since: now, requested_at: now };
  const Records: DynamoDBRecord[] = [
    changeOf(Website, { after: website }),
    changeOf(Website, { before: gone }),
    changeOf(Competitor, { after: competitor }),
    changeOf(Business, { after: business }),
    changeOf(User, { after: user }),
    changeOf(FeedItem, { after: feedItem }),
    changeOf(Webhook, { before: failing, after: disabled }),
    changeOf(Webhook, { before: all[1], after: { ...all[1], test_count: 1 } }),
    changeOf(Webhook, { before: all[0], after: { ...all[0], ...health } }),
    changeOf(Webhook, { before: all[0], after: { ...all[0], replay } }),
  ];
  const toEach = [
    `website.created ${website.uuid}`,
    `website.deleted ${gone.uuid}`,
    `competitor.created ${competitor.uuid}`,
    `business.created ${business.uuid}`,
    `user.onboarded ${user.uuid}`,
    `feed_item.created ${feedItem.uuid}`,
    `webhook.disabled ${disabled.uuid}`,
  ];
  const logged = [
    `website.created ${website.uuid}`,
    `website.deleted ${gone.uuid}`,
    `competitor.created ${competitor.uuid}`,
    `business.created ${business.uuid}`,
    `user.onboarded ${user.uuid}`,
    `webhook.disabled ${disabled.uuid}`,
  ];
  const expected = {
    events: [
      ...all.flatMap(({ uuid }) => toEach.map((event) => `${uuid}: ${event}`)),
      `${choosy.uuid}: website.created ${website.uuid}`,
      `${all[1].uuid}: webhook.test ${all[1].uuid}`,
    ].toSorted(),
    cleanup: [
      { reseller_uuid, uuid: gone.uuid, entity: "website", business_uuid: gone.business_uuid },
    ],
    retries: [
      { replay: { reseller_uuid, webhook_uuid: all[0].uuid, ...replay } },
      { webhooks: [{ reseller_uuid, uuid: all[0].uuid, due_at: now }] },
    ],
    mail: [
      { onboarding: { reseller_uuid, user_uuid: user.uuid } },
      { webhook_disabled: { reseller_uuid, webhook_uuid: disabled.uuid } },
    ],
    competitors: [{ reseller_uuid, competitor_uuid: competitor.uuid }],
    checks: [
      { reseller_uuid, entity: "website", uuid: website.uuid },
      { reseller_uuid, entity: "website", uuid: gone.uuid, former_hostname: gone.hostname },
    ],
  };
  return { reseller_uuid, Records, expected, logged: logged.toSorted() };
}

export interface Delivery {
  reseller_uuid: string;
  webhook_uuid: string;
  events: { id: string; type: string; sequence: number; data: { uuid: string } }[];
}

export function deliveriesOf(reseller_uuid: string) {
  return messagesAbout("DELIVERIES_QUEUE_URL", reseller_uuid) as Delivery[];
}

/** Who was told of what: `<webhook>: <type> <resource>`, as often as it was. */
export function toldOf(reseller_uuid: string): string[] {
  const eventsSent = deliveriesOf(reseller_uuid).flatMap(({ webhook_uuid, events }) =>
    events.map(({ type, data }) => `${webhook_uuid}: ${type} ${data.uuid}`),
  );
  return eventsSent.toSorted();
}

/** What the queues hold of a reseller, each message once. */
export function followedOf(reseller_uuid: string) {
  const once = (variable: string) => {
    const messages = messagesAbout(variable, reseller_uuid).map((each) => JSON.stringify(each));
    return [...new Set(messages)].toSorted().map((each) => JSON.parse(each));
  };
  return {
    events: [...new Set(toldOf(reseller_uuid))],
    cleanup: once("CLEANUP_QUEUE_URL"),
    retries: once("RETRIES_QUEUE_URL"),
    mail: once("MAIL_QUEUE_URL"),
    competitors: once("COMPETITOR_QUEUE_URL"),
    checks: once("SUBSCRIPTIONS_QUEUE_URL").toSorted((one, other) =>
      one.uuid < other.uuid ? -1 : 1,
    ),
  };
}

/** The audit log of a reseller in short: each entry, as often as it is there. */
export async function logOf(reseller_uuid: string): Promise<string[]> {
  const [since, until] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];
  const { records } = await readEntries(reseller_uuid, { since, until, limit: 10_000 });
  return records
    .map(({ uuid, action, record_uuid, before, after }) =>
      JSON.stringify([uuid, action, record_uuid, before, after]),
    )
    .toSorted();
}

/** Has queues refuse what is sent to them, until the test is over, or what it returns is called. */
export function closeQueue(...variables: string[]) {
  const urls = variables.map((variable) => process.env[variable]);
  const end = interceptMessages((_, { QueueUrl }) => {
    if (urls.includes(String(QueueUrl))) throw new Error("The queue is away");
  });
  onTestFinished(end);
  return end;
}
