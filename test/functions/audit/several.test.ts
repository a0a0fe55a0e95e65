import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { claim } from "../../../functions/audit/claim.ts";
import { EndedForMemory } from "../../../functions/audit/threadMemory.ts";
import { UsageDay } from "../../../shared/entities/usageDay.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { systemClock, timestamp } from "../../../shared/time.ts";
import { interceptMessages } from "../../support/interceptRequests.ts";
import { dueMessage, findAudit, monitorWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { type Delivery, deliver, quickAudit } from "./deliver.ts";
import { page } from "./faultySite.ts";

const DONE = { batchItemFailures: [] };
const HOME = page("Home", "<h1>Home</h1>");

beforeAll(() => allowLocalAddresses());

/** So many websites, each with its own host, and the messages that have them audited. */
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
  const watching: typeof quickAudit = async (job, signal) => {
    seen.underway += 1;
    seen.most = Math.max(seen.most, seen.underway);
    seen.leftMs.push(job.deadline - clock.now());
    await wait();
    return await quickAudit(job, signal).finally(() => {
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
  const delivery = { audit, atOnce: 2, hasRoom: () => true };
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
  let left = others.length;
  const delivery: Delivery = {
    atOnce: 2,
    audit: async (job, signal) => {
      const { uuid } = job.check;
      if (uuid === failing?.uuid) throw new Error("It fails");
      if (uuid === hanging?.uuid) await done.promise;
      const audited = await audit(job, signal);
      left -= 1;
      if (left === 0) done.resolve();
      return audited;
    },
  };
  expect(await deliver(messages, delivery)).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-1" }],
  });
  const [, , ...checks] = await states();
  for (const check of checks) expect(check?.results).toHaveLength(1);
});

test("a failed message comes again in a minute, however long the others take", async () => {
  const { messages, websites } = await setUp(3);
  const [hanging, failing, last] = websites.map(({ uuid }) => uuid);
  const seen: string[] = [];
  const end = interceptMessages((command, input) => {
    if (command === "ChangeMessageVisibility")
      seen.push(`again in ${input["VisibilityTimeout"]} s`);
  });
  onTestFinished(end);
  const isDone = Promise.withResolvers<void>();
  const { audit } = watched();
  const delivery: Delivery = {
    atOnce: 2,
    audit: async (job, signal) => {
      const { uuid } = job.check;
      if (uuid === failing) throw new Error("It fails");
      if (uuid === hanging) await isDone.promise;
      if (uuid === hanging) seen.push("the others are done");
      return await audit(job, signal).finally(() => uuid === last && isDone.resolve());
    },
  };
  await deliver(messages, delivery);
  expect(seen).toEqual(["again in 60 s", "the others are done"]);
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
  expect(await deliver(messages.slice(1), { audit, clock, remainingMs: 400_000 })).toEqual(DONE);
  expect(seen.leftMs).toEqual([420_000, 340_000]);
});

test("a website for which no time is left is due again in a minute or two, and nothing has failed", async () => {
  const { sites, messages, states } = await setUp(1);
  expect(await deliver(messages, { remainingMs: 260_000 })).toEqual(DONE);
  expect(sites[0]?.requests).toEqual([]);
  const [check] = await states();
  expect(check).toMatchObject({ results: [] });
  expect(check?.claimed_until).toBeUndefined();
  const dueIn = Date.parse(check?.due_at ?? "") - Date.now();
  expect(dueIn).toBeGreaterThan(30_000);
  expect(dueIn).toBeLessThan(130_000);
});

test("a website that another worker is auditing by then is not postponed", async () => {
  const { messages, states } = await setUp(1);
  const [before] = await states();
  if (!before) throw new Error("There is no check");
  await claim(before, { now: Date.now(), deadline: Date.now() + 420_000 });
  expect(await deliver(messages, { remainingMs: 260_000 })).toEqual(DONE);
  const [after] = await states();
  expect(after?.due_at).toBe(before.due_at);
  expect(after?.claimed_until).toBeDefined();
});

test("an audit is started if there is memory or if no other is under way", async () => {
  const { messages, states } = await setUp(3);
  const { seen, audit } = watched();
  expect(await deliver(messages, { audit, atOnce: 3, hasRoom: () => false })).toEqual(DONE);
  expect(seen.most).toBe(1);
  for (const check of await states()) expect(check?.results).toHaveLength(1);
});

test("an audit that was ended for lack of memory is due again in an hour, and nothing has failed", async () => {
  const { messages, websites, states } = await setUp(2);
  const { audit } = watched();
  const large = websites[0]?.uuid;
  const delivery: Delivery = {
    audit: async (job, signal) => {
      if (job.check.uuid === large) throw new EndedForMemory("There was no memory left for all");
      return await audit(job, signal);
    },
  };
  expect(await deliver(messages, delivery)).toEqual(DONE);
  const [ended, other] = await states();
  expect(ended).toMatchObject({ results: [], crawled_at: expect.any(String) });
  expect(ended?.claimed_until).toBeUndefined();
  expect(Date.parse(ended?.due_at ?? "") - Date.now()).toBeGreaterThan(3_500_000);
  expect(other?.results).toHaveLength(1);
});

test("an audit that goes on after its deadline is ended, and the website is audited without its pages", async () => {
  const { messages, websites, states } = await setUp(2);
  const [stuck] = websites;
  const { audit } = watched();
  let late = 0;
  const clock = { ...systemClock, now: () => Date.now() + late };
  const delivery: Delivery = {
    clock,
    watchMs: 1,
    audit: async (job, signal) => {
      if (job.check.uuid !== stuck?.uuid || job.unreadable) return await audit(job, signal);
      late = job.deadline - Date.now() + 30_000;
      // As a thread whose time is all taken by others', which its limit of processor time ends too late.
      return await new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    },
  };
  expect(await deliver(messages, delivery)).toEqual(DONE);
  const [ended, other] = await states();
  expect(ended?.results).toMatchObject([{ outcome: "unreadable: too expensive" }]);
  expect(other?.results).toHaveLength(1);
});
