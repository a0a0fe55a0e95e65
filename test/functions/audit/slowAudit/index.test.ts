import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { SLOW_MS, shardAfter } from "../../../../functions/audit/recordAudit.ts";
import { EndedForMemory } from "../../../../functions/audit/threadMemory.ts";
import { PUT_OFF_SHARD, SLOW_SHARD, shardOf } from "../../../../functions/monitoring/dueTimes.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { call } from "../../../support/api.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";
import {
  dueMessage,
  findAudit,
  type MonitoredWebsite,
  monitorWebsite,
} from "../../../support/monitoring.ts";
import { serve } from "../../../support/site.ts";
import { auditHere, type Delivery, deliver, quickAudit } from "../deliver.ts";
import { page } from "../faultySite.ts";

const DONE = { batchItemFailures: [] };
const HOUR_MS = 3_600_000;

beforeAll(() => allowLocalAddresses());

async function setUp() {
  const site = await serve({ "/": page("Home", "<h1>Home</h1>") });
  const website = await monitorWebsite(site.url);
  return { website, site, state: () => stateOf(website) };
}

async function stateOf(website: MonitoredWebsite) {
  const check = await findAudit(website);
  if (!check) throw new Error("There is no check");
  return check;
}

/** A clock whose time only passes by `sleep`. */
function clockAt(time: number) {
  let now = time;
  const sleep = async (ms: number) => {
    now += ms;
  };
  return { now: () => now, sleep };
}

/**
 * Does an audit that takes this long, two hours after the one before, so that nothing shared is used.
 * Returns when it began.
 */
async function auditFor(
  website: MonitoredWebsite,
  tookMs: number,
  audit = quickAudit,
): Promise<number> {
  const due = Date.parse((await stateOf(website)).due_at);
  const began = Math.max(Date.now(), due) + 2 * HOUR_MS;
  const clock = clockAt(began);
  const slowly: Delivery["audit"] = async (job, signal) => {
    await clock.sleep(tookMs);
    return await audit(job, signal);
  };
  const message = await dueMessage(website);
  expect(await deliver([message], { clock, audit: slowly })).toEqual(DONE);
  return began;
}

describe("a website whose audit took long", () => {
  test("is audited with other slow ones from then on", async () => {
    const { website, state } = await setUp();
    expect((await state()).shard).toBe(shardOf(website.uuid));
    const now = await auditFor(website, SLOW_MS + 1);
    const { shard, due_at, results } = await state();
    expect(shard).toBe(SLOW_SHARD);
    expect(results).toMatchObject([{ outcome: "1 pages" }]);
    expect(due_at).toMatch(/:00:00\+00:00$/);
    expect(Date.parse(due_at) - now).toBeGreaterThan(SLOW_MS);
    expect(Date.parse(due_at) - now).toBeLessThanOrEqual(24 * HOUR_MS + 2 * SLOW_MS);
  });

  test("is quick again after a quick audit", async () => {
    const { website, state } = await setUp();
    await auditFor(website, SLOW_MS / 2);
    expect((await state()).shard).toBe(shardOf(website.uuid));
    await auditFor(website, SLOW_MS + 1);
    expect((await state()).shard).toBe(SLOW_SHARD);
    await auditFor(website, 1000);
    expect((await state()).shard).toBe(shardOf(website.uuid));
  });

  test("stays slow while it only uses what is shared about its host name", async () => {
    const { website, site, state } = await setUp();
    const now = await auditFor(website, SLOW_MS + 1, auditHere());
    const message = await dueMessage(website);
    const clock = clockAt(now + 10 * 60_000);
    const visits = site.requests.length;
    expect(await deliver([message], { clock, audit: auditHere({ clock }) })).toEqual(DONE);
    expect(site.requests).toHaveLength(visits);
    expect((await state()).results).toHaveLength(2);
    expect((await state()).shard).toBe(SLOW_SHARD);
  });

  test("is audited at once when its reseller asks for it, and stays slow", async () => {
    const { website, state } = await setUp();
    await auditFor(website, SLOW_MS + 1);
    const { reseller, uuid } = website;
    const key = { reseller_uuid: reseller.uuid, uuid, kind: "audit" as const };
    await Check.patch(key).remove(["crawled_at"]).go();
    const asked = await call("POST /v1/websites/{website_uuid}/audit", { key: reseller.key, uuid });
    expect(asked.status).toBe(200);
    const { due_at, shard } = await state();
    expect(shard).toBe(SLOW_SHARD);
    expect(Date.parse(due_at)).toBeLessThanOrEqual(Date.now());
  });
});

describe("what a slow audit's end says of the next one", () => {
  const uuid = "01a2006b-de69-764b-8130-05738ec30010";
  const own = shardOf(uuid);

  test.each([
    { what: "long", shard: own, tookMs: SLOW_MS + 1, hasRead: true, next: SLOW_SHARD },
    {
      what: "long, and nothing to read",
      shard: own,
      tookMs: SLOW_MS + 1,
      hasRead: false,
      next: SLOW_SHARD,
    },
    { what: "quick", shard: SLOW_SHARD, tookMs: SLOW_MS, hasRead: true, next: own },
    {
      what: "quick, and nothing to read",
      shard: SLOW_SHARD,
      tookMs: 1,
      hasRead: false,
      next: SLOW_SHARD,
    },
    { what: "quick, once put off", shard: PUT_OFF_SHARD, tookMs: 1, hasRead: true, next: own },
    {
      what: "nothing to read, once put off",
      shard: PUT_OFF_SHARD,
      tookMs: 1,
      hasRead: false,
      next: SLOW_SHARD,
    },
  ])("$what: $next", ({ shard, next, ...audit }) => {
    expect(shardAfter({ uuid, shard }, audit)).toBe(next);
  });
});

describe("a website that was put off", () => {
  test("for lack of memory comes first, an hour later, and is late since it was first due", async () => {
    const { website, state } = await setUp();
    const { due_at } = await state();
    const audit = async () => {
      throw new EndedForMemory("There was no memory left for all");
    };
    expect(await deliver([await dueMessage(website)], { audit })).toEqual(DONE);
    expect(await state()).toMatchObject({ shard: PUT_OFF_SHARD, waiting_since: due_at });
    expect((await state()).due_at > due_at).toBe(true);

    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    const now = await auditFor(website, 1000);
    const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
    const [late] = lines.flatMap(({ LatenessSeconds = [] }) => LatenessSeconds);
    expect(late).toBe(Math.round((now - Date.parse(due_at)) / 1000));
    const after = await state();
    expect(after.shard).toBe(shardOf(website.uuid));
    expect(after.waiting_since).toBeUndefined();
  });

  test("for lack of time is late since it was first due, too, and stays in its shard", async () => {
    const { website, state } = await setUp();
    const { due_at, shard } = await state();
    const remainingMs = 260_000;
    for (let time = 0; time < 2; time += 1) {
      expect(await deliver([await dueMessage(website)], { remainingMs })).toEqual(DONE);
    }
    expect(await state()).toMatchObject({ waiting_since: due_at, shard, results: [] });
  });

  test("comes before all others of its call", async () => {
    const websites = await Promise.all([1, 2, 3].map(setUp));
    const messages = await Promise.all(websites.map(({ website }) => dueMessage(website)));
    const seen: string[] = [];
    const audit: Delivery["audit"] = async (job, signal) => {
      seen.push(job.check.uuid);
      return await quickAudit(job, signal);
    };
    const [one, other, putOff] = websites.map(({ website }) => website.uuid);
    const [first, second, last] = messages;
    const inCall = [first, null, second, { ...last, is_first: true }];
    expect(await deliver(inCall, { audit, atOnce: 1 })).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-1" }],
    });
    expect(seen).toEqual([putOff, one, other]);
  });
});

test("a failed message of slow audits comes again from its own queue", async () => {
  const { website } = await setUp();
  const queues: unknown[] = [];
  onTestFinished(
    interceptMessages((command, { QueueUrl }) => {
      if (command === "ChangeMessageVisibility") queues.push(QueueUrl);
    }),
  );
  const audit = async () => {
    throw new Error("It fails");
  };
  const message = await dueMessage(website);
  await deliver([message], { audit, queue: "SLOW_AUDIT_QUEUE_URL" });
  expect(queues).toEqual([process.env["SLOW_AUDIT_QUEUE_URL"]]);
});
