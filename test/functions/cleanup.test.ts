import type { DynamoDBRecord } from "aws-lambda";
import { expect, onTestFinished, test } from "vitest";
import { handler } from "../../functions/cleanup/index.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { ListSegment } from "../../shared/entities/listSegment.ts";
import { websites as listedWebsites } from "../../shared/lists/websites.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "../support/api.ts";
import { makeBusiness, makeReseller, makeUser, makeWebsite } from "../support/factories.ts";
import { interceptRequests } from "../support/interceptRequests.ts";

function removal(entity: string, reseller_uuid: string, uuid: string): DynamoDBRecord {
  const OldImage = {
    __edb_e__: { S: entity },
    reseller_uuid: { S: reseller_uuid },
    uuid: { S: uuid },
  };
  return { eventName: "REMOVE", dynamodb: { SequenceNumber: `of-${uuid}`, OldImage } };
}

async function makeFeedItems(
  owner: { reseller_uuid: string; website_uuid: string },
  count: number,
) {
  const items = Array.from({ length: count }, () => ({
    ...owner,
    business_uuid: newUuid(),
    uuid: newUuid(),
    category: "website",
    type: "broken_links",
    status: "info",
    data: {},
    created_at: timestamp(),
  }));
  await FeedItem.put(items).go({ concurrency: 4 });
}

test("removes all websites and competitors of a deleted business, and their list", async () => {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const businessUuid = await makeBusiness(reseller, await makeUser(reseller));
  const websites = await Promise.all(
    Array.from({ length: 130 }, () => makeWebsite(reseller, businessUuid)),
  );
  const competitor = await call("POST /v1/competitors", {
    key,
    query: { businessUuid },
    body: { hostname: "example.org" },
  });
  await call("DELETE /v1/businesses/{business_uuid}", { key, uuid: businessUuid });

  const Records = [removal("business", reseller_uuid, businessUuid)];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });

  for (const uuid of [websites[0], websites[129]]) {
    const { status } = await call("GET /v1/websites/{website_uuid}", { key, uuid: uuid ?? "" });
    expect(status).toBe(404);
  }
  const route = "GET /v1/competitors/{competitor_uuid}";
  expect((await call(route, { key, uuid: competitor.body.data.uuid })).status).toBe(404);
  const list = listedWebsites.list({ reseller_uuid, business_uuid: businessUuid });
  expect((await ListEntry.query.inOrder(list).go()).data).toEqual([]);
  expect((await ListSegment.query.inOrder(list).go()).data).toEqual([]);
});

test("removes the feed items of a deleted website, and of no other", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const [gone, kept] = [newUuid(), newUuid()];
  await makeFeedItems({ reseller_uuid, website_uuid: gone }, 60);
  await makeFeedItems({ reseller_uuid, website_uuid: kept }, 2);

  await handler({ Records: [removal("website", reseller_uuid, gone)] });

  const itemsOf = async (website_uuid: string) =>
    (await FeedItem.query.ofWebsite({ reseller_uuid, website_uuid }).go()).data.length;
  expect(await itemsOf(gone)).toBe(0);
  expect(await itemsOf(kept)).toBe(2);
});

test("gives back the record it failed on, so that it is tried again", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const [first, second] = [newUuid(), newUuid()];
  const end = interceptRequests(() => {
    throw new Error("DynamoDB is away");
  });
  onTestFinished(end);
  const Records = [
    removal("plan", reseller_uuid, first),
    removal("website", reseller_uuid, second),
  ];
  expect(await handler({ Records })).toEqual({
    batchItemFailures: [{ itemIdentifier: `of-${second}` }],
  });
});
