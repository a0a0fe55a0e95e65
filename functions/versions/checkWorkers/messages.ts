/** Nothing has these uuids. */
const reseller_uuid = "c0dede91-0000-8000-8000-00000000dead";
const uuid = reseller_uuid;
const due_at = "2026-01-01T00:00:00+00:00";
const check = { reseller_uuid, uuid, due_at };

/** A longer interval than any plan has: no website is in its buckets. */
const MINUTES = 999_999_999;

/** An event of a webhook that does not exist. */
const event = {
  id: uuid,
  type: "website.updated",
  timestamp: due_at,
  sequence: 1,
  data: { uuid },
};

/** A report about an address that nobody has: it is recorded, again and again the same. */
const bounce = {
  eventType: "Bounce",
  bounce: {
    bounceType: "Permanent",
    bounceSubType: "General",
    bouncedRecipients: [{ emailAddress: "nobody@deployment-check.invalid" }],
    timestamp: due_at,
  },
  mail: {
    messageId: uuid,
    tags: {
      reseller_uuid: [reseller_uuid],
      about: ["user"],
      uuid: [uuid],
      occasion: ["onboarding"],
    },
  },
};

/** For each worker a message about a record that does not exist, for which it has to ask the table. */
export const messages: Readonly<Record<string, unknown>> = {
  audit: { checks: [check] },
  cleanup: { reseller_uuid, uuid, entity: "website" },
  competitorReader: { reseller_uuid, competitor_uuid: uuid },
  deliverer: { reseller_uuid, webhook_uuid: uuid, events: [event] },
  mailFeedback: bounce,
  mailer: { onboarding: { reseller_uuid, user_uuid: uuid } },
  retrier: { lanes: [check] },
  rounds: { rounds: [{ minutes: MINUTES, depth: 0, number: 0, slot: 0 }] },
  slowAudit: { checks: [check] },
  subscriptions: { reseller_uuid, entity: "user", uuid },
  uptime: { checks: [check] },
  // A new feed item, which is an event for the webhooks of its reseller.
  changes: {
    record: {
      eventID: uuid,
      eventName: "INSERT",
      dynamodb: {
        SequenceNumber: "1",
        NewImage: {
          __edb_e__: { S: "feedItem" },
          __edb_v__: { S: "1" },
          reseller_uuid: { S: reseller_uuid },
          business_uuid: { S: uuid },
          website_uuid: { S: uuid },
          uuid: { S: uuid },
          created_at: { S: due_at },
        },
      },
    },
  },
};
