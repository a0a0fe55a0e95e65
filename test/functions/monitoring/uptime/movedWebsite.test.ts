import type { Context } from "aws-lambda";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { handler as cleanUp } from "../../../../functions/cleanup/index.ts";
import { reschedule } from "../../../../functions/monitoring/dueTimes.ts";
import { handler } from "../../../../functions/monitoring/uptime/index.ts";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { timestamp } from "../../../../shared/time.ts";
import { call } from "../../../support/api.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  bringChange,
  dueMessage,
  findCheck,
  isUp,
  type MonitoredWebsite,
  monitorWebsite,
  readFeed,
} from "../../../support/monitoring.ts";
import { type Site, startSite } from "../../../support/site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const kind = "uptime" as const;
const ELSEWHERE = "https://moved.example";

let site: Site;
let website: MonitoredWebsite;

beforeAll(() => allowLocalAddresses());

beforeEach(async () => {
  ownControlHosts();
  site = await startSite((_, response) => response.writeHead(500).end());
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  website = await monitorWebsite(site.url);
});

afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

/** A probe at a time in seconds after noon, which fails. */
async function fail(seconds: number) {
  vi.setSystemTime(NOON + seconds * 1000);
  const message = await dueMessage(website, "uptime");
  expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [] });
}

function move() {
  const { key } = website.reseller;
  const request = { key, uuid: website.uuid, body: { hostname: ELSEWHERE } };
  return call("PATCH /v1/websites/{website_uuid}", request);
}

/** Does `work` once, before the next request of this kind to the table, or the next that names the website. */
function before(kind: string, work: () => Promise<unknown>, name = "") {
  let done = false;
  const end = interceptRequests(async (command, input) => {
    if (done || command !== kind || (name && !JSON.stringify(input).includes(name))) return;
    done = true;
    await work();
  });
  onTestFinished(end);
}

/** In the put of a check, and of nothing else. */
const PUT_OF_CHECK = '"__edb_e__":"check"';

/** Replaces the check as a change of the host name does, due at the same second. */
async function replaceCheck() {
  const check = (await findCheck(website, "uptime")) as CheckRecord;
  const memory = { state: "up", downtimes: [] };
  await Check.put({ ...check, hostname: ELSEWHERE, results: [], memory }).go();
}

/** The number of feed items that the worker reports while this is done. */
async function countItems(work: () => Promise<unknown>) {
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "uptime-worker");
  onTestFinished(() => void vi.unstubAllEnvs());
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await work().finally(() => vi.unstubAllEnvs());
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  write.mockRestore();
  return lines.flatMap(({ FeedItems }) => FeedItems ?? []);
}

async function expectNoDowntime() {
  expect(await isUp(website)).toBe(true);
  expect(await readFeed(website)).toEqual([]);
}

test("a website that moved does not go down for its former host name", async () => {
  await fail(0);
  const suspected = await findCheck(website, "uptime");
  await move();
  await fail(60);
  await expectNoDowntime();
  expect(await findCheck(website, "uptime")).toEqual(suspected);
});

test("a website that moves while its downtime is written does not go down", async () => {
  await fail(0);
  before("TransactWrite", move);
  await fail(60);
  await expectNoDowntime();
});

test("a website that is deleted, or whose check is, before the downtime is written does not go down", async () => {
  await fail(0);
  const { reseller, uuid } = website;
  before("TransactWrite", () => Check.delete({ reseller_uuid: reseller.uuid, uuid, kind }).go());
  await fail(60);
  await expectNoDowntime();

  website = await monitorWebsite(site.url);
  await fail(0);
  const { key } = website.reseller;
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website.uuid });
  expect(await countItems(() => fail(60))).toEqual([]);
  expect(await readFeed(website)).toEqual([]);
});

test("a downtime that two workers write at once is written and reported once, and neither fails", async () => {
  await fail(0);
  const { reseller_uuid, uuid } = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  const revision = async () => (await Website.get({ reseller_uuid, uuid }).go()).data?.revision;
  const known = (await revision()) ?? 0;
  before("TransactWrite", () => fail(60));
  expect(await countItems(() => fail(60))).toEqual([1]);
  expect(await readFeed(website)).toHaveLength(1);
  expect((await findCheck(website, "uptime"))?.results).toHaveLength(2);
  expect(await revision()).toBe(known + 1);
});

test("a downtime of the former host name ends with its last probe, and stays in the day's figures", async () => {
  const shown = async () => {
    const { key } = website.reseller;
    const route = "GET /v1/websites/{website_uuid}/uptime";
    return (await call(route, { key, uuid: website.uuid })).body.data;
  };
  for (const seconds of [0, 60, 360]) await fail(seconds);
  const down_seconds = 360;
  expect(await shown()).toMatchObject({
    downtimes: [{ ended_at: null }],
    days: [{ down_seconds }],
  });
  vi.setSystemTime(NOON + 400_000);
  await move();
  // The stream may bring a change twice.
  await bringChange(website, "MODIFY", ELSEWHERE);
  await bringChange(website, "MODIFY", ELSEWHERE);
  expect(await shown()).toMatchObject({
    downtimes: [
      {
        began_at: "2026-11-20T12:00:00+00:00",
        ended_at: "2026-11-20T12:06:00+00:00",
        duration_seconds: 360,
        unobserved_seconds: 0,
      },
    ],
    days: [{ down_seconds }],
  });
  expect(await isUp(website)).toBe(true);
});

test("a result of the former host name is not written to the check of the new one", async () => {
  before("Update", replaceCheck);
  await fail(0);
  const memory = { state: "up", downtimes: [] };
  expect(await findCheck(website, "uptime")).toMatchObject({ hostname: ELSEWHERE, results: [] });
  expect((await findCheck(website, "uptime"))?.memory).toEqual(memory);
});

test("a check that is deleted with its website while it is done does not come back", async () => {
  const { reseller, uuid } = website;
  before("Update", () => Check.delete({ reseller_uuid: reseller.uuid, uuid, kind }).go());
  await fail(0);
  expect(await findCheck(website, "uptime")).toBeNull();
});

test.each(["Get", "Query"])(
  "a change that comes again while its website goes down leaves the check down, before a %s",
  async (command) => {
    await fail(0);
    before(command, () => fail(60), website.uuid);
    await bringChange(website, "INSERT", site.url);
    expect(await isUp(website)).toBe(false);
    expect(await findCheck(website, "uptime")).toMatchObject({ memory: { state: "down" } });
  },
);

test("a change that is followed twice at once does not undo the result of a probe in between", async () => {
  const hostname = `${site.url}/moved`;
  const { key } = website.reseller;
  const request = { key, uuid: website.uuid, body: { hostname } };
  await call("PATCH /v1/websites/{website_uuid}", request);
  before(
    "Put",
    async () => {
      await bringChange(website, "MODIFY", hostname);
      await fail(0);
    },
    PUT_OF_CHECK,
  );
  await bringChange(website, "MODIFY", hostname);
  expect(await findCheck(website, "uptime")).toMatchObject({
    hostname,
    memory: { state: "suspect" },
    results: [{ outcome: "http 500" }],
  });
});

test("a website that moves keeps what a probe of the former host name finds meanwhile", async () => {
  await move();
  before("Put", () => fail(5), PUT_OF_CHECK);
  await bringChange(website, "MODIFY", ELSEWHERE);
  expect(await findCheck(website, "uptime")).toMatchObject({
    hostname: ELSEWHERE,
    tallies: { "2026-11-20": { looks: 1, failures: 1 } },
  });
});

test("of two followers of a new website one makes its check, and the other leaves it as it is", async () => {
  const { reseller, businessUuid } = website;
  const { body } = await call("POST /v1/websites", {
    key: reseller.key,
    query: { businessUuid },
    body: { hostname: site.url },
  });
  website = { ...website, uuid: body.data.uuid };
  before(
    "Put",
    async () => {
      await bringChange(website, "INSERT", site.url);
      await fail(0);
    },
    PUT_OF_CHECK,
  );
  await bringChange(website, "INSERT", site.url);
  expect(await findCheck(website, "uptime")).toMatchObject({
    memory: { state: "suspect" },
    results: [{ outcome: "http 500" }],
  });
});

test("a check that is written while its website is deleted goes with what depends on it", async () => {
  const { reseller, businessUuid } = website;
  const { key, uuid: reseller_uuid } = reseller;
  const { body } = await call("POST /v1/websites", {
    key,
    query: { businessUuid },
    body: { hostname: site.url },
  });
  const { uuid } = body.data;
  const other = { ...website, uuid };
  before(
    "Put",
    async () => {
      await call("DELETE /v1/websites/{website_uuid}", { key, uuid });
      await bringChange(other, "REMOVE", site.url);
    },
    PUT_OF_CHECK,
  );
  await bringChange(other, "INSERT", site.url);
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  await cleanUp(sqsEvent({ reseller_uuid, uuid, entity: "website" }), context);
  expect([await findCheck(other, "uptime"), await findCheck(other, "audit")]).toEqual([null, null]);
});

test("operators see how many feed items were written", async () => {
  expect(await countItems(() => fail(0))).toEqual([]);
  expect(await countItems(() => fail(60))).toEqual([1]);
});

test("a downtime is not written if an operator made the check due in the meantime", async () => {
  await fail(0);
  const check = (await findCheck(website, kind)) as CheckRecord<"uptime">;
  before("TransactWrite", () => reschedule(check, timestamp(new Date(NOON + 50_000))));
  await fail(60);
  await expectNoDowntime();
});
