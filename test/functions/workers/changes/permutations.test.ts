import type { DynamoDBRecord } from "aws-lambda";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { handler } from "../../../../functions/workers/changes/index.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { Competitor } from "../../../../shared/entities/competitor.ts";
import { CustomFields } from "../../../../shared/entities/customFields.ts";
import { FeedItem } from "../../../../shared/entities/feedItem.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";
import { runs } from "../../../support/runs.ts";
import { changeOf } from "../../../support/stream.ts";
import { type Delivery, logOf, putWebhook, recordsOf } from "./batch.ts";

/** 1,000 permutations in the thorough run, of several resellers at once: most of the time passes with waiting. */
const RESELLERS = runs(10);
const PERMUTATIONS = runs(100);

/** The lives of some records of a reseller, from the first change to the last. */
async function makeHistory(reseller_uuid: string): Promise<DynamoDBRecord[]> {
  const records = recordsOf(reseller_uuid);
  const { website, business, competitor, customFields, user, feedItem } = records;
  await CustomFields.put(customFields).go();
  const webhook = await putWebhook(reseller_uuid);
  await putWebhook(reseller_uuid, { events: ["website.up", "competitor.enriched"] });
  const now = timestamp();
  const at = new Date(Date.now() - 3600_000);
  const revision = (number: number, set: object) => ({ revision: number, ...set });
  const websites = [
    website,
    { ...website, ...revision(2, { is_hostname_up: false }) },
    { ...website, ...revision(3, { hostname: "example.org", is_hostname_up: true }) },
  ];
  const competitors = [
    competitor,
    { ...competitor, ...revision(2, { name: "Rival Ltd", enriched_at: now }) },
    { ...competitor, ...revision(3, { city: "Leeds", enriched_at: now }) },
  ];
  const businesses = [
    business,
    { ...business, website_sequence: 1 },
    { ...business, ...revision(2, { name: "Other" }) },
  ];
  const webhooks = [webhook, { ...webhook, test_count: 1 }, { ...webhook, test_count: 2 }];
  const lives: [Parameters<typeof changeOf>[0], object[]][] = [
    [Website, websites],
    [Competitor, competitors],
    [Business, businesses],
    [User, [user, { ...user, suspended_at: now }]],
    [FeedItem, [feedItem]],
    [Webhook, [...webhooks, { ...webhook, test_count: 2, disabled_at: now }]],
  ];
  return lives.flatMap(([entity, states]) =>
    [...states, undefined].map((after, index) => {
      const before = states[index - 1];
      return changeOf(entity, { ...(before && { before }), ...(after && { after }), at });
    }),
  );
}

/** What the deliverer is told while the test runs, by reseller: a line for each event of a webhook. */
function collectEvents() {
  const eventsByReseller = new Map<string, Set<string>>();
  const url = process.env["DELIVERIES_QUEUE_URL"];
  const end = interceptMessages((_, { QueueUrl, Entries }) => {
    if (QueueUrl !== url) return;
    for (const { MessageBody } of Entries as { MessageBody: string }[]) {
      const { reseller_uuid, webhook_uuid, events }: Delivery = JSON.parse(MessageBody);
      for (const { id, type, sequence } of events) {
        eventsByReseller.get(reseller_uuid)?.add(`${webhook_uuid} ${id} ${type} ${sequence}`);
      }
    }
  });
  onTestFinished(end);
  return eventsByReseller;
}

/** Records made and removed, and what changed of them, without measurements and counters. */
const LOGGED = 5 + 5 + 1 + 2 + 1 + 1 + 1;

test("records that come twice, late and in any order make the same events and entries", async () => {
  const toldTo = collectEvents();
  const resellers = Array.from({ length: RESELLERS }, async () => {
    const reseller_uuid = newUuid();
    const events = new Set<string>();
    toldTo.set(reseller_uuid, events);
    const history = await makeHistory(reseller_uuid);
    expect(await handler({ Records: history })).toEqual({ batchItemFailures: [] });
    const expected = [...events].toSorted();
    // All of them to the first webhook, its two tests among them, and two to the second.
    expect(expected).toHaveLength(18 + 2);
    const log = await logOf(reseller_uuid);
    expect(log).toHaveLength(LOGGED);

    // What the shuffle leaves out comes last.
    const order = fc.shuffledSubarray([...history, ...history], { minLength: history.length });
    const cuts = fc.array(fc.nat(history.length * 2), { maxLength: 1 });
    const property = fc.asyncProperty(order, cuts, async (early, places) => {
      events.clear();
      const records = [...early, ...history.filter((record) => !early.includes(record))];
      const ends = [...places.toSorted((a, b) => a - b), records.length];
      for (const [index, end] of ends.entries()) {
        const Records = records.slice(ends[index - 1] ?? 0, end);
        expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
      }
      expect([...events].toSorted()).toEqual(expected);
    });
    await fc.assert(property, { numRuns: PERMUTATIONS });
    expect(await logOf(reseller_uuid)).toEqual(log);
  });
  await Promise.all(resellers);
});
