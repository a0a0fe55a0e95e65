import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { UsageDay } from "../../../shared/entities/usageDay.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { systemClock, timestamp } from "../../../shared/platform/time.ts";
import { dueMessage, findAudit, monitorWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { type Delivery, deliver, quickAudit } from "./deliver.ts";
import { page } from "./faultySite.ts";

const DONE = { batchItemFailures: [] };
const HOME = page("Home", "<h1>Home</h1>");

beforeAll(() => allowLocalAddresses());

/** Websites, each on a host of its own, and the messages that request their audits. */
async function setUp(count: number) {
  const sites = await Promise.all(Array.from({ length: count }, () => serve({ "/": HOME })));
  const websites = await Promise.all(sites.map(({ url }) => monitorWebsite(url)));
  const messages = await Promise.all(websites.map((website) => dueMessage(website)));
  const states = () => Promise.all(websites.map((website) => findAudit(website)));
  return { sites, websites, messages, states };
}

/** A quick audit that notes how many are under way at once, and how much time each has, and waits before it begins. */
function watched({ clock = systemClock }: Delivery = {}, wait = async () => {}) {
  const seen = { most: 0, underway: 0, leftMs: [] as number[] };
  const watching: typeof quickAudit = async (job) => {
    seen.underway += 1;
    seen.most = Math.max(seen.most, seen.underway);
    seen.leftMs.push(job.deadline - clock.now());
    await wait();
    return await quickAudit(job).finally(() => {
      seen.underway -= 1;
    });
  };
  return { seen, audit: watching };
}

test("websites are audited several at once, no more than the stage says", async () => {
  const { messages, states, websites } = await setUp(3);
  const { promise: two, resolve } = Promise.withResolvers<void>();
  const { seen, audit } = watched({}, async () => {
    if (seen.underway === 2) resolve();
    // The first would be done before the others have begun.
    await Promise.race([two, pause(10_000, undefined, { ref: false })]);
  });
  const delivery = { audit, atOnce: 2 };
  expect(await deliver(messages, delivery)).toEqual(DONE);
  expect(seen.most).toBe(2);
  for (const check of await states()) expect(check?.results).toHaveLength(1);
  // Each that was done counts, on its day, for its reseller; the same message finds nothing to do.
  expect(await deliver(messages, delivery)).toEqual(DONE);
  for (const { reseller } of websites) {
    const { data } = await UsageDay.query.ofReseller({ reseller_uuid: reseller.uuid }).go();
    expect(data).toMatchObject([{ day: timestamp().slice(0, 10), audits: 1 }]);
  }
});

test("an audit that never ends or fails delays no other", async () => {
  const { messages, states, websites } = await setUp(3);
  const [hanging, failing, ...others] = websites;
  const done = Promise.withResolvers<void>();
  const { audit } = watched();
  let remaining = others.length;
  const delivery: Delivery = {
    atOnce: 2,
    audit: async (job) => {
      const { uuid } = job.check;
      if (uuid === failing?.uuid) throw new Error("It fails");
      if (uuid === hanging?.uuid) await done.promise;
      const audited = await audit(job);
      remaining -= 1;
      if (remaining === 0) done.resolve();
      return audited;
    },
  };
  expect(await deliver(messages, delivery)).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-1" }],
  });
  const [, , ...checks] = await states();
  for (const check of checks) expect(check?.results).toHaveLength(1);
});

test("each website has its own time, and none has more than what is left", async () => {
  const { messages } = await setUp(2);
  let time = Date.now();
  const clock = {
    now: () => time,
    async sleep(ms: number) {
      time += ms;
    },
  };
  const { seen, audit } = watched({ clock });
  expect(await deliver(messages.slice(0, 1), { audit, clock })).toEqual(DONE);
  expect(await deliver(messages.slice(1), { audit, clock, remainingMs: 135_000 })).toEqual(DONE);
  expect(seen.leftMs).toEqual([120_000, 90_000]);
});

test("a website for which no time is left is due again in a minute or two, and nothing has failed", async () => {
  const { sites, messages, states } = await setUp(1);
  expect(await deliver(messages, { remainingMs: 100_000 })).toEqual(DONE);
  expect(sites[0]?.requests).toEqual([]);
  const [check] = await states();
  expect(check).toMatchObject({ results: [] });
  const dueIn = Date.parse(check?.due_at ?? "") - Date.now();
  expect(dueIn).toBeGreaterThan(30_000);
  expect(dueIn).toBeLessThan(130_000);
});

test("a message that comes again is worked on alone, after those that come first", async () => {
  const { messages, states } = await setUp(4);
  const { promise: two, resolve } = Promise.withResolvers<void>();
  let isAlone = true;
  const { seen, audit } = watched({}, async () => {
    if (seen.underway === 2) resolve();
    await (isAlone ? pause(100) : two);
  });
  expect(await deliver(messages.slice(0, 2), { audit, atOnce: 4, receives: 2 })).toEqual(DONE);
  expect(seen.most).toBe(1);
  isAlone = false;
  expect(await deliver(messages.slice(2), { audit, atOnce: 4 })).toEqual(DONE);
  expect(seen.most).toBe(2);
  for (const check of await states()) expect(check?.results).toHaveLength(1);
}, 60_000);
