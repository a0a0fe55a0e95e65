import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { handler as changes } from "../../functions/workers/changes/index.ts";
import { removals } from "../../functions/workers/cleanup/removals.ts";
import { handler as uptime } from "../../functions/workers/uptime/index.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { call } from "../support/api.ts";
import { estates } from "../support/estates.ts";
import { makeCustomFields, makeEstate, makeFeedItem } from "../support/factories.ts";
import { interceptRequests } from "../support/interceptRequests.ts";
import { sqsEvent } from "../support/messages.ts";
import { isUp, monitorWebsite, separateMessage } from "../support/monitoring.ts";
import { acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { thoroughly } from "../support/runs.ts";
import { putAside } from "../support/stream.ts";

/**
 * The keys of reads that are not strongly consistent. On AWS such a read may miss a record that was
 * just written; the embedded DynamoDB is always consistent.
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

// A reseller's limits are cached for ten seconds anyway.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

test.each(thoroughly(routeKeys))("%s reads with strong consistency", async (route) => {
  const estate = await estateFor(route);
  const { reseller, business: business_uuid, website: website_uuid } = estate;
  const place = { reseller_uuid: reseller.uuid, business_uuid, website_uuid };
  if (/business|custom|onboarding/.test(route))
    await makeCustomFields(reseller, [{ name: "Region" }]);
  if (/feed/.test(route)) await makeFeedItem(place);
  const keys = await inconsistentReads(async () => {
    expect((await call(route, acceptedRequest(route, estate))).status).toBe(200);
  });
  // Only workers write feeds, checks, downtimes, figures, findings, usage and the audit log, and no client waits for
  // them: an eventually consistent read costs half.
  const others = keys.filter(
    (key) => !/#(feed|uptime|checks|findings")|auditLog#|usage#/.test(key),
  );
  // These lists come from an index anyway, and shares show the names of older records.
  const isOlder = /account.(websites|businesses|search)|websites.*digest|GET .v1.shares$/;
  expect(isOlder.test(route) ? [] : others).toEqual([]);
});

test("so do the parts that follow a change", async () => {
  const { reseller, business, website } = await makeEstate();
  const image = (entity: string, uuid: string) =>
    Object.fromEntries(
      Object.entries({
        __edb_e__: entity,
        reseller_uuid: reseller.uuid,
        business_uuid: business,
        uuid,
        hostname: "example.com",
        updated_at: timestamp(),
      }).map(([name, S]) => [name, { S }]),
    );
  const Records = [
    { dynamodb: { SequenceNumber: "1", NewImage: image("website", website) } },
    { dynamodb: { SequenceNumber: "2", OldImage: image("website", website) } },
    {
      dynamodb: {
        SequenceNumber: "3",
        OldImage: { ...image("business", business), custom_field_values: { L: [] } },
      },
    },
  ].map((record) => ({ ...record, eventName: "REMOVE" as const }));
  const keys = await inconsistentReads(() => changes({ Records }));
  expect(keys.filter((key) => !key.includes("schedule#round"))).toEqual([]);
  expect(putAside(reseller.uuid)).toEqual([]);
  for (const [entity, uuid] of Object.entries({ business, website })) {
    const removal = removals[entity as keyof typeof removals];
    const keys = await inconsistentReads(async () => {
      for await (const _ of removal({ reseller_uuid: reseller.uuid, uuid }));
    });
    expect(keys).toEqual([]);
  }
});

test("so does the uptime worker, except for the depth of buckets, whose former ones are read as well", async () => {
  const website = await monitorWebsite("http://127.0.0.1");
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const seconds of [0, 60]) {
    vi.setSystemTime(Date.now() + seconds * 1000);
    const message = separateMessage(website);
    const keys = await inconsistentReads(() => uptime(sqsEvent(message)));
    expect(keys.filter((key) => !key.includes("schedule#round"))).toEqual([]);
  }
  expect(await isUp(website)).toBe(false);
});
