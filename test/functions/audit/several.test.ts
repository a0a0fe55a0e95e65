import { beforeAll, expect, test } from "vitest";
import type { AuditJob } from "../../../functions/audit/runAudit.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { Crowded } from "../../../shared/threadMemory.ts";
import { dueMessage, findCheck, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { typesOf } from "./auditing.ts";
import { auditHere, type Delivery, deliver } from "./deliver.ts";
import { page } from "./faultySite.ts";

const DONE = { batchItemFailures: [] };
const HOME = page("Home", "<h1>Home</h1>");

beforeAll(() => allowLocalAddresses());

/** So many websites, each with its own host, and the messages that have them audited. */
async function setUp(count: number) {
  const sites = await Promise.all(Array.from({ length: count }, () => serve({ "/": HOME })));
  const websites = await Promise.all(sites.map(({ url }) => monitorWebsite(url)));
  const messages = await Promise.all(websites.map((website) => dueMessage(website, "audit")));
  const states = () => Promise.all(websites.map((website) => findCheck(website, "audit")));
  return { sites, websites, messages, states };
}

/** An audit that notes how many are under way at once, and what each was told. */
function watched(delivery: Delivery = {}) {
  const audit = auditHere(delivery);
  const seen = { most: 0, underway: 0, jobs: [] as AuditJob[] };
  const watching: typeof audit = async (job, signal) => {
    seen.underway += 1;
    seen.most = Math.max(seen.most, seen.underway);
    seen.jobs.push(job);
    return await audit(job, signal).finally(() => {
      seen.underway -= 1;
    });
  };
  return { seen, audit: watching };
}

test("websites are audited several at once, no more than the stage says", async () => {
  const { messages, websites } = await setUp(5);
  const { seen, audit } = watched();
  expect(await deliver(messages, { audit, atOnce: 3 })).toEqual(DONE);
  expect(seen.most).toBe(3);
  for (const website of websites) expect(typesOf(await readFeed(website))).toContain("headings");
});

test("a website that never answers holds up no other", async () => {
  const { messages, websites } = await setUp(3);
  const hanging = await serve(() => {});
  const website = await monitorWebsite(hanging.url);
  const ended = Promise.withResolvers<void>();
  const { audit } = watched();
  const delivered = deliver([await dueMessage(website, "audit"), ...messages], {
    atOnce: 2,
    audit: async (job, signal) => {
      if (job.check.uuid === website.uuid) await ended.promise;
      return await audit(job, signal);
    },
    siteMs: 2000,
  });
  await expect
    .poll(
      async () => (await Promise.all(websites.map(readFeed))).every((feed) => feed.length > 0),
      {
        timeout: 60_000,
      },
    )
    .toBe(true);
  ended.resolve();
  expect(await delivered).toEqual(DONE);
});

test("each website has its own time, and none has more than what is left", async () => {
  const { messages } = await setUp(2);
  const clock = { ...skippedPauses(), now: () => 2_000_000_000_000 };
  const { seen, audit } = watched({ clock });
  expect(await deliver(messages.slice(0, 1), { audit, clock })).toEqual(DONE);
  expect(await deliver(messages.slice(1), { audit, clock, remainingMs: 400_000 })).toEqual(DONE);
  expect(seen.jobs.map(({ deadline }) => deadline - clock.now())).toEqual([420_000, 340_000]);
});

test("one for which there is no time is due again in a minute or two, and nothing has failed", async () => {
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

test("one is begun while there is memory, or when nothing else is under way", async () => {
  const { messages, states } = await setUp(3);
  const { seen, audit } = watched();
  expect(await deliver(messages, { audit, atOnce: 3, hasRoom: () => false })).toEqual(DONE);
  expect(seen.most).toBe(1);
  for (const check of await states()) expect(check?.results).toHaveLength(1);
});

test("one that was ended for the others' memory comes again in an hour, and nothing has failed", async () => {
  const { messages, websites, states } = await setUp(2);
  const { audit } = watched();
  const large = websites[0]?.uuid;
  const delivery: Delivery = {
    audit: async (job, signal) => {
      if (job.check.uuid === large) throw new Crowded("There was no memory left for all");
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
