import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { handler as changes } from "../../functions/changes/index.ts";
import { removals } from "../../functions/cleanup/removals.ts";
import { handler as uptime } from "../../functions/monitoring/uptime/index.ts";
import { routeKeys } from "../../shared/routes.ts";
import { call } from "../support/api.ts";
import { ownControlHosts } from "../support/controlHosts.ts";
import { estates } from "../support/estates.ts";
import { makeCustomFields, makeEstate, makeFeedItem } from "../support/factories.ts";
import { interceptRequests } from "../support/interceptRequests.ts";
import { sqsEvent } from "../support/messages.ts";
import { dueMessage, isUp, monitorWebsite } from "../support/monitoring.ts";
import { acceptedRequest } from "../support/requests.ts";
import { putAside } from "../support/stream.ts";

/**
 * The embedded DynamoDB is always consistent. On AWS, a record that was just written may be missing
 * from a read that does not ask for consistency: these are the keys of such reads.
 */
async function inconsistentReads(work: () => Promise<unknown>): Promise<string[]> {
  const keys: string[] = [];
  const end = interceptRequests((command, input) => {
    const batch = Object.values((input["RequestItems"] ?? {}) as Record<string, object>)[0];
    const { ConsistentRead, IndexName, ...rest } = { ...input, ...batch } as {
      ConsistentRead?: boolean;
      IndexName?: string;
    };
    // An index has no consistent reads.
    if (!/^(Get|BatchGet|Query)$/.test(command) || IndexName || ConsistentRead) return;
    keys.push(JSON.stringify(rest));
  });
  try {
    await work();
  } finally {
    end();
  }
  return keys;
}

const estateFor = estates();

// The limits of a reseller, which are known for ten seconds, are read as they were lately.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

test.each(routeKeys)("%s reads what was just written", async (route) => {
  const estate = await estateFor(route);
  const { reseller, business: business_uuid, website: website_uuid } = estate;
  await makeCustomFields(reseller, [{ name: "Region" }]);
  await makeFeedItem({ reseller_uuid: reseller.uuid, business_uuid, website_uuid });
  const keys = await inconsistentReads(async () => {
    expect((await call(route, acceptedRequest(route, estate))).status).toBe(200);
  });
  // Feeds, downtimes and figures are written by workers only, for nobody who waits for them: they are
  // read at half the units.
  expect(keys.filter((key) => !/#(feed|uptime)/.test(key))).toEqual([]);
});

test("so does what follows from a change", async () => {
  const { reseller, business, website, webhook } = await makeEstate();
  const image = (entity: string, uuid: string) =>
    Object.fromEntries(
      Object.entries({
        __edb_e__: entity,
        reseller_uuid: reseller.uuid,
        business_uuid: business,
        uuid,
        hostname: "example.com",
      }).map(([name, S]) => [name, { S }]),
    );
  const Records = [
    { dynamodb: { SequenceNumber: "1", NewImage: image("website", website) } },
    { dynamodb: { SequenceNumber: "2", OldImage: image("website", website) } },
    { dynamodb: { SequenceNumber: "3", OldImage: image("business", business) } },
  ].map((record) => ({ ...record, eventName: "REMOVE" as const }));
  expect(await inconsistentReads(() => changes({ Records }))).toEqual([]);
  expect(putAside(reseller.uuid)).toEqual([]);
  for (const [entity, uuid] of Object.entries({ business, website, webhook })) {
    const removal = removals[entity as keyof typeof removals];
    const keys = await inconsistentReads(async () => {
      for await (const _ of removal({ reseller_uuid: reseller.uuid, uuid }));
    });
    expect(keys).toEqual([]);
  }
});

test("so does the uptime worker, but for plans and users, which it keeps for a minute anyway", async () => {
  // Nor does it look at others, which it reads as they were lately.
  ownControlHosts();
  const website = await monitorWebsite("http://127.0.0.1");
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const seconds of [0, 60]) {
    vi.setSystemTime(Date.now() + seconds * 1000);
    const message = await dueMessage(website, "uptime");
    const keys = await inconsistentReads(() => uptime(sqsEvent(message)));
    expect(keys.filter((key) => !/#plans"|#user#/.test(key))).toEqual([]);
  }
  expect(await isUp(website)).toBe(false);
});
