import { expect } from "vitest";
import { feedItemTypes } from "../../../shared/audit/feedItemTypes.ts";
import { Check } from "../../../shared/entities/check.ts";
import { FeedItem } from "../../../shared/entities/feedItem.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import type { PlanFeature } from "../../../shared/vocabulary/planFeatures.ts";
import {
  dueMessage,
  findAudit,
  type MonitoredWebsite,
  readFeed,
} from "../../support/monitoring.ts";
import { type Delivery, deliver } from "./deliver.ts";

/** A feed item as the API shows it. */
export interface TestFeedItem {
  type: string;
  status: string;
  created_at: string;
  updated_at: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert data of every shape
  data: any;
}

/** Does the audit that is due. Returns the new feed items, newest first. */
export async function audit(
  website: MonitoredWebsite,
  delivery?: Delivery,
): Promise<TestFeedItem[]> {
  const message = await dueMessage(website);
  const before = await countItems(website);
  expect(await deliver([message], delivery)).toEqual({ batchItemFailures: [] });
  const after: TestFeedItem[] = await readFeed(website);
  const items = after.slice(0, after.length - before);
  for (const item of items) expectKnownCodes(item);
  return items;
}

/** Does an audit that a reseller has requested since the last one. */
export async function requestedAudit(website: MonitoredWebsite): Promise<TestFeedItem[]> {
  const { reseller, uuid } = website;
  const check = await findAudit(website);
  await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "audit" })
    .set({ asked_at: check?.results[0]?.at ?? timestamp() })
    .go();
  return await audit(website);
}

async function countItems({ reseller, uuid: website_uuid }: MonitoredWebsite): Promise<number> {
  const { data } = await FeedItem.query
    .ofWebsite({ reseller_uuid: reseller.uuid, website_uuid })
    .go({ attributes: ["sequence"], consistent: true, pages: "all" });
  return data.length;
}

/** Expects data as the reference describes it, each reason with a code of its own. */
function expectKnownCodes({ type, data }: Pick<TestFeedItem, "type" | "data">) {
  expect(feedItemTypes[type]?.data.parse(data), type).toEqual(data);
  expect(JSON.stringify(data)).not.toMatch(/"(?:reason|outcome)":"other"/);
}

/** The types of feed items, in alphabetical order. */
export function typesOf(items: { type: string }[]): string[] {
  return items.map(({ type }) => type).toSorted();
}

/** The newest item of a type. */
export function itemOf(items: TestFeedItem[], wanted: string): TestFeedItem | undefined {
  return items.find(({ type }) => type === wanted);
}

export async function setPlan(
  { reseller }: MonitoredWebsite,
  changes: Partial<Record<PlanFeature, boolean>> & { audit_interval_minutes?: number },
) {
  await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid }).set(changes).go();
}
