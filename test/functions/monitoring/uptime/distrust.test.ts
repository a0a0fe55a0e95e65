import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { shardOf } from "../../../../functions/monitoring/dueTimes.ts";
import { handler } from "../../../../functions/monitoring/uptime/index.ts";
import { Check, type CheckRecord, type UptimeMemory } from "../../../../shared/entities/check.ts";
import { Maintenance } from "../../../../shared/entities/maintenance.ts";
import { allowLocalAddresses, replaceResolver } from "../../../../shared/outbound/index.ts";
import { twinOf } from "../../../../shared/sandbox.ts";
import { timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { type Customer, makeCustomer } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { isUp, monitorWebsite, readFeed, uptimeMessages } from "../../../support/monitoring.ts";
import { runs } from "../../../support/runs.ts";
import { type Site, startSite } from "../../../support/site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

let site: Site;
/** Names below this one answer, all others fail. */
const GOOD = "good.example";
let addControl: ReturnType<typeof ownControlHosts>;

beforeAll(() => {
  allowLocalAddresses();
  replaceResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
});

beforeEach(async () => {
  addControl = ownControlHosts();
  site = await startSite(
    ({ headers }, response) => response.writeHead(headers.host?.includes(GOOD) ? 200 : 500).end(),
    { address: "127.0.0.1" },
  );
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await site.close();
});

const urlOf = (name: string) => `http://${name}:${site.port}/`;

type Owner = Pick<Customer, "reseller" | "business">;

interface Fleet {
  failing?: number;
  good?: number;
  memory?: Partial<UptimeMemory>;
  /** All on one host. */
  together?: boolean;
}

/** The due checks of a number of websites of an owner, the failing ones last. */
async function makeChecks({ reseller, business }: Owner, fleet: Fleet) {
  const { failing = 0, good = 0, memory = {}, together = false } = fleet;
  const own = newUuid();
  const checks = Array.from({ length: good + failing }, (_, index) => {
    const name = `${together ? "" : `s${index}.`}${own}.${index < good ? GOOD : "bad.example"}`;
    const due = { reseller_uuid: reseller.uuid, uuid: newUuid(), due_at: timestamp() };
    const known = { business_uuid: business, hostname: urlOf(name), shard: shardOf(due.uuid) };
    const remembered = { state: "up" as const, downtimes: [], ...memory };
    return { ...due, ...known, kind: "uptime" as const, results: [], memory: remembered };
  });
  await Check.put(checks).go();
  return checks.map(({ reseller_uuid, uuid, due_at }) => ({ reseller_uuid, uuid, due_at }));
}

type Due = Awaited<ReturnType<typeof makeChecks>>[number];

/** Does these checks in one round, and returns the last one as it is then. */
async function play(...checks: Due[]): Promise<CheckRecord<"uptime">> {
  expect(await handler(sqsEvent({ checks }))).toEqual({ batchItemFailures: [] });
  const { reseller_uuid, uuid } = checks.at(-1) ?? { reseller_uuid: "", uuid: "" };
  const { data } = await Check.get({ reseller_uuid, uuid, kind: "uptime" }).go();
  return data as CheckRecord<"uptime">;
}

const isDiscarded = ({ results, memory }: CheckRecord<"uptime">) =>
  results.length === 0 && (memory.discarded ?? 0) > 0;

/** Control hosts of two resellers; the given number of them answers. */
async function controlLook(answering: number) {
  for (const index of [0, 1]) {
    await addControl(urlOf(`${newUuid()}.${index < answering ? GOOD : "bad.example"}`));
  }
}

test("a failure is discarded when hosts that answered lately fail too, and probed again soon", async () => {
  const owner = await makeCustomer();
  await controlLook(0);
  const found = await play(...(await makeChecks(owner, { failing: 1 })));
  expect(found).toMatchObject({ results: [], memory: { state: "up", discarded: 1 } });
  const due_at = timestamp(new Date(NOON + 60_000));
  expect(found.due_at).toBe(due_at);
  const { reseller_uuid, uuid } = found;
  expect(uptimeMessages(uuid)).toEqual([{ checks: [{ reseller_uuid, uuid, due_at }] }]);
});

test("two workers that discard the same failure have it probed again by one message", async () => {
  const owner = await makeCustomer();
  await controlLook(0);
  const [check] = await makeChecks(owner, { failing: 1 });
  if (!check) throw new Error("There is no check");
  const [found] = await Promise.all([play(check), play(check)]);
  expect(found.memory.discarded).toBe(1);
  expect(uptimeMessages(check.uuid)).toHaveLength(1);
});

test("websites that can't be reached from here have no vote", async () => {
  replaceResolver(async (name) =>
    name.startsWith("six.")
      ? [{ address: "::1", family: 6 }]
      : [{ address: "127.0.0.1", family: 4 }],
  );
  onTestFinished(() => replaceResolver(async () => [{ address: "127.0.0.1", family: 4 }]));
  await controlLook(0);
  const others = await Promise.all([1, 2, 3].map(() => makeCustomer()));
  const [good, ...unreachable] = others;
  if (!good) throw new Error("There is no website");
  const checks = await makeChecks(good, { good: 1 });
  for (const other of unreachable) {
    const [check] = await makeChecks(other, { failing: 1 });
    if (!check) throw new Error("There is no check");
    const hostname = urlOf(`six.${newUuid()}.example`);
    await Check.patch({ ...check, kind: "uptime" })
      .set({ hostname })
      .go();
    checks.push(check);
  }
  const failing = await makeChecks(await makeCustomer(), { failing: 1 });
  expect(isDiscarded(await play(...checks, ...failing))).toBe(false);
});

test.each([1, 2])("it is believed when %s of them still answers", async (answering) => {
  const owner = await makeCustomer();
  await controlLook(answering);
  const found = await play(...(await makeChecks(owner, { failing: 4 })));
  expect(found).toMatchObject({ results: [{ outcome: "http 500" }], memory: { state: "suspect" } });
});

test("failures are believed if there is no control host", async () => {
  const owner = await makeCustomer();
  expect(isDiscarded(await play(...(await makeChecks(owner, { failing: 4 }))))).toBe(false);
});

test("hosts of a single reseller are enough where there is no other, if they are three", async () => {
  const owner = await makeCustomer();
  const { uuid } = owner.reseller;
  for (const expected of [false, false, true]) {
    await addControl(urlOf(`${newUuid()}.bad.example`), uuid);
    expect(isDiscarded(await play(...(await makeChecks(owner, { failing: 1 }))))).toBe(expected);
  }
});

test("a reseller and its sandbox together don't discard another reseller's failure", async () => {
  const owner = await makeCustomer();
  const one = newUuid();
  for (const uuid of [one, twinOf(one)]) await addControl(urlOf(`${newUuid()}.bad.example`), uuid);
  expect(isDiscarded(await play(...(await makeChecks(owner, { failing: 3 }))))).toBe(false);
});

test("control hosts are not probed if most of a round answers, nor for websites that are known to be down", async () => {
  const [one, other] = [await makeCustomer(), await makeCustomer()];
  await controlLook(0);
  const failing = await makeChecks(one, { failing: 4 });
  const good = await makeChecks(other, { good: 1 });
  expect(isDiscarded(await play(...good, ...failing))).toBe(false);
  const down: UptimeMemory = { state: "down", since: 1, downtimes: [{ from: 1 }] };
  expect(isDiscarded(await play(...(await makeChecks(one, { failing: 4, memory: down }))))).toBe(
    false,
  );
  const asked = site.requests.length;
  // Two attempts at each of the two fleets, and one that answered.
  expect(asked).toBe(4 * 2 * 2 + 1);
});

test("answers are written even if the failures of the same round are not", async () => {
  const owner = await makeCustomer();
  await controlLook(0);
  const checks = await makeChecks(owner, { good: 1, failing: 3 });
  expect(isDiscarded(await play(...checks))).toBe(true);
  const [{ reseller_uuid, uuid } = { reseller_uuid: "", uuid: "" }] = checks;
  const { data } = await Check.get({ reseller_uuid, uuid, kind: "uptime" }).go();
  expect(data?.results).toMatchObject([{ outcome: "up" }]);
});

test.each([
  [9, true],
  [10, false],
])(
  "after %s consecutive discarded failures, the next is discarded: %s",
  async (discarded, expected) => {
    const owner = await makeCustomer();
    await controlLook(0);
    const found = await play(...(await makeChecks(owner, { failing: 1, memory: { discarded } })));
    expect(found.results).toHaveLength(expected ? 0 : 1);
    // It is kept until the website answers: the next failure is believed at once.
    expect(found.memory.discarded).toBe(10);
  },
);

test("a failure during maintenance has no vote", async () => {
  const owner = await makeCustomer();
  await controlLook(0);
  const [announced, good] = [
    await makeChecks(owner, { failing: 2 }),
    await makeChecks(owner, { good: 1 }),
  ];
  const [starts_at, ends_at] = [-60_000, 60_000].map((ms) => timestamp(new Date(NOON + ms)));
  const times = { starts_at: String(starts_at), ends_at: String(ends_at) };
  const windows = [{ uuid: newUuid(), ...times, created_at: String(starts_at) }];
  for (const { reseller_uuid, uuid } of announced) {
    await Maintenance.put({ reseller_uuid, uuid, revision: 1, windows }).go();
  }
  // One of another reseller that fails: beside the announced ones, most would.
  const other = await makeChecks(await makeCustomer(), { failing: 1 });
  const found = await play(...announced, ...good, ...other);
  expect(found).toMatchObject({ results: [{ outcome: "http 500" }], memory: { state: "suspect" } });
});

test("the count of discarded failures starts again once the website answers", async () => {
  const owner = await makeCustomer();
  const found = await play(...(await makeChecks(owner, { good: 1, memory: { discarded: 10 } })));
  expect(found.memory).not.toHaveProperty("discarded");
});

test("operators see that failures of a round were discarded, once", async () => {
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "uptime-worker");
  const owner = await makeCustomer();
  await controlLook(0);
  const checks = await makeChecks(owner, { failing: 3, good: 1 });
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await play(...checks);
  const [{ level, message, ...counts }, ...metrics] = write.mock.calls
    .map(([line]) => JSON.parse(String(line)))
    .filter(({ Checks }) => Checks === undefined);
  expect([level, counts]).toEqual([
    "warn",
    { time: "2026-11-20T12:00:00.000Z", websites: 4, failing_hosts: 3, control_hosts: 2 },
  ]);
  expect(message).toContain("discarded");
  const metric = { Name: "UptimeRoundsDiscarded", Unit: "Count" };
  const Dimensions = [["FunctionName"]];
  expect(metrics).toEqual([
    {
      _aws: {
        Timestamp: NOON,
        CloudWatchMetrics: [{ Namespace: "ResellerMonitoring/dev", Dimensions, Metrics: [metric] }],
      },
      FunctionName: "uptime-worker",
      UptimeRoundsDiscarded: 1,
    },
    // Stops a new version that can't reach anything.
    expect.objectContaining({ FunctionVersion: expect.any(String), FailedCalls: 1 }),
  ]);
});

test("whatever one reseller's websites do, another's downtime is confirmed in the same round", async () => {
  const one = await makeCustomer();
  const round = fc.record({
    theirs: fc.record({ good: fc.nat(3), failing: fc.nat(22) }),
    together: fc.boolean(),
    ours: fc.record({ good: fc.nat(2), failing: fc.nat(3) }),
    // Hosts of the two elsewhere, that answered lately and do so no longer.
    elsewhere: fc.array(fc.boolean(), { maxLength: 3 }),
  });
  const suspect = {
    state: "suspect",
    since: NOON / 1000 - 60,
    checked_at: NOON / 1000 - 60,
  } as const;
  await fc.assert(
    fc.asyncProperty(round, async ({ theirs, together, ours, elsewhere }) => {
      addControl = ownControlHosts();
      const down = await monitorWebsite(urlOf(`${newUuid()}.bad.example`));
      const key = { reseller_uuid: down.reseller.uuid, uuid: down.uuid, kind: "uptime" as const };
      const due = { ...key, due_at: timestamp() };
      const memory = { ...suspect, downtimes: [] };
      await Check.patch(key)
        .set({ memory, due_at: due.due_at, shard: shardOf(down.uuid) })
        .go();
      for (const isOurs of elsewhere) {
        await addControl(urlOf(`${newUuid()}.bad.example`), (isOurs ? down : one).reseller.uuid);
      }
      const mix = [
        ...(await makeChecks(one, { ...theirs, together })),
        ...(await makeChecks({ ...down, business: down.businessUuid }, ours)),
      ];
      const found = await play(...mix, due);
      const isOneOfTwo = theirs.good + theirs.failing > 0 || elsewhere.includes(false);
      if (isOneOfTwo || elsewhere.length < 3) {
        expect(found.memory.state).toBe("down");
        expect(await isUp(down)).toBe(false);
        expect(await readFeed(down)).toHaveLength(1);
      }
    }),
    { numRuns: runs(40) },
  );
});
