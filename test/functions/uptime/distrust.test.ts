import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler } from "../../../functions/uptime/index.ts";
import { shardOf } from "../../../shared/checks/schedule.ts";
import { Check } from "../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { sqsEvent } from "../../support/messages.ts";
import { type MonitoredWebsite, monitorWebsite } from "../../support/monitoring.ts";
import { type Site, startSite } from "../../support/site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

let site: Site;
let website: MonitoredWebsite;

beforeAll(() => allowLocalAddresses());

beforeEach(async () => {
  site = await startSite(({ url }, response) =>
    response.writeHead(url === "/good" ? 200 : 500).end(),
  );
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  website = await monitorWebsite(site.url);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await site.close();
});

interface Websites {
  failing: number;
  good?: number;
  /** Failing, and known to be down. */
  down?: number;
  discarded?: number;
}

/** Checks that are due of so many websites, those that fail last. */
async function makeChecks({ failing, good = 0, down = 0, discarded = 0 }: Websites) {
  const { reseller, businessUuid } = website;
  return await Promise.all(
    Array.from({ length: good + down + failing }, async (_, index) => {
      const due = { reseller_uuid: reseller.uuid, uuid: newUuid(), due_at: timestamp() };
      const hostname = index < good ? `${site.url}/good` : site.url;
      const known = { business_uuid: businessUuid, hostname, shard: shardOf(due.uuid) };
      const state = index >= good && index < good + down ? "down" : "up";
      const memory = { state, downtimes: [], discarded };
      await Check.put({ ...due, ...known, kind: "uptime", results: [], memory }).go();
      return due;
    }),
  );
}

/** Does these checks in one round, and returns the last one as it is then. */
async function play(websites: Websites) {
  const checks = await makeChecks(websites);
  expect(await handler(sqsEvent({ checks }))).toEqual({ batchItemFailures: [] });
  const { reseller_uuid, uuid } = checks.at(-1) ?? { reseller_uuid: "", uuid: "" };
  return (await Check.get({ reseller_uuid, uuid, kind: "uptime" }).go()).data;
}

test("a round in which most of many websites fail is discarded, and done again soon", async () => {
  const found = await play({ failing: 20 });
  expect(found).toMatchObject({ results: [], memory: { state: "up", discarded: 1 } });
  const uuid = found?.uuid ?? "";
  // Of its own second within a minute, so that what fails together does not stay together.
  const spread = Number.parseInt(uuid.slice(-8), 16) % 60;
  expect(found?.due_at).toBe(timestamp(new Date(NOON + (60 + spread) * 1000)));
});

test.each([
  ["uptime-worker", "uptime-worker"],
  [undefined, "local"],
])("operators see that a round was discarded, and by which function: %s", async (name, shown) => {
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", name);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await play({ failing: 20, good: 1, down: 3 });
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  const { level, message, ...counts } = lines[0];
  expect([level, counts]).toEqual([
    "warn",
    { time: "2026-11-20T12:00:00.000Z", websites: 21, failures: 20 },
  ]);
  expect(message).toContain("discarded");
  const metric = { Name: "UptimeRoundsDiscarded", Unit: "Count" };
  expect(lines.slice(1)).toEqual([
    {
      _aws: {
        Timestamp: NOON,
        CloudWatchMetrics: [
          { Namespace: "ResellerMonitoring", Dimensions: [["FunctionName"]], Metrics: [metric] },
        ],
      },
      FunctionName: shown,
      UptimeRoundsDiscarded: 1,
    },
  ]);
});

test.each<[string, Websites]>([
  ["nineteen failures", { failing: 19 }],
  ["those beside websites known to be down", { failing: 5, down: 25 }],
  ["half of twenty", { failing: 10, good: 10 }],
  ["those that were discarded ten times in a row", { failing: 20, discarded: 10 }],
])("are believed: %s", async (_, websites) => {
  const found = await play(websites);
  expect(found?.results).toMatchObject([{ outcome: "http 500" }]);
  expect(found?.memory).toMatchObject({ state: "suspect" });
  expect(found?.memory).not.toHaveProperty("discarded");
});

test.each<[string, Websites]>([
  ["eleven of twenty-one", { failing: 11, good: 10 }],
  ["those that were discarded nine times in a row", { failing: 20, discarded: 9 }],
])("are not believed: %s", async (_, websites) => {
  const found = await play(websites);
  expect(found).toMatchObject({
    results: [],
    memory: { discarded: (websites.discarded ?? 0) + 1 },
  });
});

test("what answers in a round that is discarded is discarded too", async () => {
  const checks = await makeChecks({ failing: 20, good: 1 });
  await handler(sqsEvent({ checks }));
  const { reseller_uuid, uuid } = checks[0] ?? { reseller_uuid: "", uuid: "" };
  const { data } = await Check.get({ reseller_uuid, uuid, kind: "uptime" }).go();
  expect(data).toMatchObject({ results: [], memory: { discarded: 1 } });
});
