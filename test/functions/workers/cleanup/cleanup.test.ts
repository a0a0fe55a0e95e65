import { randomBytes } from "node:crypto";
import type { Context } from "aws-lambda";
import { expect, onTestFinished, test } from "vitest";
import { handler } from "../../../../functions/workers/cleanup/index.ts";
import { FeedItem } from "../../../../shared/entities/feedItem.ts";
import { ListEntry } from "../../../../shared/entities/list.ts";
import { slugKey } from "../../../../shared/entities/share.ts";
import { StoredValue } from "../../../../shared/entities/storedValue.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { readStripes } from "../../../../shared/lists/stripes.ts";
import { websites as listedWebsites } from "../../../../shared/lists/websites.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { closeAndRemove } from "../../../support/closing.ts";
import {
  makeBusiness,
  makeEstate,
  makeReseller,
  makeShare,
  makeUser,
} from "../../../support/factories.ts";
import { fillList } from "../../../support/fill.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout, sqsEvent } from "../../../support/messages.ts";

interface Deleted {
  reseller_uuid: string;
  uuid: string;
  entity: string;
}

const DONE = { batchItemFailures: [] };

/** Cleans up after a deletion, with `remaining` milliseconds left at every step. */
function cleanUp(messages: Deleted[], remaining = 60_000) {
  const context = { getRemainingTimeInMillis: () => remaining } as Context;
  return handler(sqsEvent(...messages), context);
}

async function makeFeedItems(
  owner: { reseller_uuid: string; website_uuid: string },
  { count, data = {} }: { count: number; data?: Record<string, unknown> },
) {
  const items = Array.from({ length: count }, (_, sequence) => ({
    ...owner,
    sequence,
    business_uuid: newUuid(),
    uuid: newUuid(),
    category: "website",
    type: "broken_links",
    status: "info",
    data,
    created_at: timestamp(),
  }));
  await FeedItem.put(items).go({ concurrency: 4 });
}

async function countItems(owner: { reseller_uuid: string; website_uuid: string }) {
  return (await FeedItem.query.ofWebsite(owner).go({ pages: "all" })).data.length;
}

test("removes all websites and competitors of a deleted business, and their list", async () => {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const businessUuid = await makeBusiness(reseller, await makeUser(reseller));
  const websites = await fillWebsites(reseller_uuid, businessUuid);
  const competitor = await call("POST /v1/competitors", {
    key,
    query: { businessUuid },
    body: { hostname: "example.org" },
  });
  await call("DELETE /v1/businesses/{business_uuid}", { key, uuid: businessUuid });

  const deleted = { reseller_uuid, uuid: businessUuid, entity: "business" };
  expect(await cleanUp([deleted])).toEqual(DONE);
  expect(await cleanUp([deleted])).toEqual(DONE);

  for (const uuid of [websites[0], websites[100]]) {
    const { status } = await call("GET /v1/websites/{website_uuid}", { key, uuid: uuid ?? "" });
    expect(status).toBe(404);
  }
  const route = "GET /v1/competitors/{competitor_uuid}";
  expect((await call(route, { key, uuid: competitor.body.data.uuid })).status).toBe(404);
  const list = listedWebsites.list({ reseller_uuid, business_uuid: businessUuid });
  expect((await ListEntry.query.inOrder(list).go()).data).toEqual([]);
  expect(await readStripes(list)).toEqual([]);
});

/** Fills the business with more websites than one step of the clean-up removes. */
async function fillWebsites(reseller_uuid: string, business_uuid: string) {
  const websites = Array.from({ length: 130 }, () => newUuid());
  const owner = { reseller_uuid, business_uuid, user_uuid: newUuid() };
  const site = { ...owner, revision: 1, hostname: "a.example" };
  const state = { is_hostname_up: true, created_at: timestamp(), updated_at: timestamp() };
  await Website.put(websites.map((uuid, sequence) => ({ ...site, ...state, uuid, sequence }))).go({
    concurrency: 4,
  });
  const list = listedWebsites.list({ reseller_uuid, business_uuid });
  await fillList(list, websites.length, (sequence) => ({ uuid: websites[sequence] }));
  return websites;
}

test("removes the feed items of a deleted website, and of no other", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const [gone, other] = [newUuid(), newUuid()];
  await makeFeedItems({ reseller_uuid, website_uuid: gone }, { count: 60 });
  await makeFeedItems({ reseller_uuid, website_uuid: other }, { count: 2 });

  await cleanUp([{ reseller_uuid, uuid: gone, entity: "website" }]);

  expect(await countItems({ reseller_uuid, website_uuid: gone })).toBe(0);
  expect(await countItems({ reseller_uuid, website_uuid: other })).toBe(2);
});

test("removes the shares of a deleted website or business, their tokens, and no others", async () => {
  const { reseller, user, business, website } = await makeEstate();
  const { key, uuid: reseller_uuid } = reseller;
  const other = await makeBusiness(reseller, user);
  const [ofWebsite, ofBusiness, saved] = await Promise.all([
    makeShare(reseller, { website_uuid: website }),
    makeShare(reseller, { business_uuid: business }),
    makeShare(reseller, { business_uuid: other }),
  ]);
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website });
  await call("DELETE /v1/businesses/{business_uuid}", { key, uuid: business });
  await cleanUp([
    { reseller_uuid, uuid: business, entity: "business" },
    { reseller_uuid, uuid: website, entity: "website" },
  ]);
  const { body } = await call("GET /v1/shares", { key });
  expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([saved.uuid]);
  const keys = [ofWebsite, ofBusiness, saved].map(({ token }) => slugKey(token));
  const tokens = async () => {
    const { data } = await StoredValue.get(keys).go();
    return data.map(({ pk }) => ({ pk }));
  };
  expect(await tokens()).toEqual(keys.slice(-1));
  await closeAndRemove(reseller_uuid);
  expect(await tokens()).toEqual([]);
});

test("sends a fresh message when its time runs low, after some progress", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const website_uuid = newUuid();
  // More than the 2 MB that two queries return, also compressed.
  const data = { text: randomBytes(100_000).toString("hex") };
  let remaining = 15;
  await makeFeedItems({ reseller_uuid, website_uuid }, { count: remaining, data });
  const deleted = { reseller_uuid, uuid: website_uuid, entity: "website" };
  for (let sent = 1; ; sent += 1) {
    const before = remaining;
    expect(await cleanUp([deleted], 9000)).toEqual(DONE);
    const messages = messagesAbout("CLEANUP_QUEUE_URL", website_uuid);
    if (before === 0) {
      expect(sent).toBeGreaterThan(2);
      expect(messages).toHaveLength(sent - 1);
      break;
    }
    remaining = await countItems({ reseller_uuid, website_uuid });
    expect(remaining).toBeLessThan(before);
    expect(messages).toEqual(Array.from({ length: sent }, () => deleted));
  }
});

test("gives back the messages that failed, and those about other entities", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const [good, bad] = [newUuid(), newUuid()];
  await makeFeedItems({ reseller_uuid, website_uuid: good }, { count: 1 });
  const end = interceptRequests((_, input) => {
    if (JSON.stringify(input).includes(bad)) throw new Error("DynamoDB is away");
  });
  onTestFinished(end);
  const messages = [
    { reseller_uuid, uuid: bad, entity: "website" },
    { reseller_uuid, uuid: good, entity: "website" },
    { reseller_uuid, uuid: good, entity: "plan" },
  ];
  expect(await cleanUp(messages)).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }, { itemIdentifier: "message-2" }],
  });
  expect(await countItems({ reseller_uuid, website_uuid: good })).toBe(0);
});
