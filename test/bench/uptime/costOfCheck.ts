import { randomInt } from "node:crypto";
import { addRound } from "../../../functions/monitoring/bucketHours.ts";
import { nameOf } from "../../../functions/monitoring/buckets.ts";
import { dayOf } from "../../../functions/monitoring/days.ts";
import { handler as makeRounds } from "../../../functions/monitoring/rounds/index.ts";
import { handler } from "../../../functions/monitoring/uptime/index.ts";
import { writeDay } from "../../../functions/monitoring/writeDays.ts";
import { BucketDepth } from "../../../shared/entities/bucketDepth.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { sqsEvent } from "../../support/messages.ts";
import {
  character,
  type MonitoredWebsite,
  makePlain,
  monitorWebsite,
  roundMessage,
  separateMessage,
} from "../../support/monitoring.ts";
import { makeFleet } from "./fleet.ts";
import { reachSites, type Sites, siteUrls } from "./sites.ts";

/** Failing websites: too few for a worker to distrust itself. */
const BAD = 10;
/** Websites in a bucket. */
const SITES = 100;
const DEPTH = 10;
const ROUNDS_AN_HOUR = 12;

/** The units of a probe, by what it finds. */
type UptimeUnits = Record<"inRound" | "day" | "fails" | "down" | "first" | "transition", Cost>;

/** Measures the units of probes, through the real handlers. */
export async function measureUnits(sites: Sites): Promise<UptimeUnits> {
  reachSites(sites);
  const good = await cheapest(() => measureRound(siteUrls(sites, SITES)));
  const failing = siteUrls(sites, BAD, "bad");
  const bad = await measureRound([...siteUrls(sites, SITES - BAD), ...failing]);
  const down = await Promise.all(failing.map(makeDown));
  const first = await Promise.all(siteUrls(sites, BAD).map((url) => monitorWebsite(url)));
  const turning = await Promise.all(failing.map(makeSuspect));
  return {
    inRound: share(good, SITES),
    day: share(await measureDay(siteUrls(sites, SITES)), SITES),
    fails: share(minus(bad, good), BAD),
    down: await costOfProbes(down),
    first: await costOfProbes(first),
    transition: await costOfProbes(turning),
  };
}

/** Makes a round of these websites, in the middle of its hour. */
export async function measureRound(urls: string[]): Promise<Cost> {
  const { bucket, at } = await makeBucket(urls);
  const messages = sqsEvent(roundMessage(bucket, at));
  return await costOf(async () => {
    const { batchItemFailures } = await makeRounds(messages);
    if (batchItemFailures.length > 0) throw new Error("The round failed");
  });
}

/** Writes the figures of the day before for these websites, after one that had a probe every five minutes. */
export async function measureDay(urls: string[]): Promise<Cost> {
  const { bucket, at, names } = await makeBucket(urls);
  const midnight = at - (at % 86_400);
  for (let before = midnight - 86_400; before < midnight; before += 3600) await fillHour(before);
  return await costOf(() => writeDay(bucket, dayOf(midnight - 1)));

  async function fillHour(hour: number) {
    const characters = new Map(names.map((name) => [name, character("up")]));
    for (let row = 0; row < ROUNDS_AN_HOUR; row += 1) {
      const slot = hour + row * 300;
      await addRound(bucket, { slot, at: slot, characters });
    }
  }
}

/** Websites of a bucket of their own with half an hour of rounds. */
async function makeBucket(urls: string[]) {
  const minutes = randomInt(100, 600);
  // Its round does not write the figures of the day before, whatever the hour.
  const hour = (new Date().getUTCHours() + 12) % 24;
  const number = Math.ceil((hour / 24) * 2 ** DEPTH) + randomInt(40);
  const bucket = { minutes, depth: DEPTH, number };
  await BucketDepth.put({ minutes, since: Array<number>(DEPTH + 1).fill(0) }).go();
  const names = (await makeFleet({ urls, bucket })).map(({ uuid }) => nameOf(uuid));
  const at = Math.floor(Date.now() / 1000);
  const characters = new Map(names.map((name) => [name, character("up")]));
  for (let row = 1; row <= ROUNDS_AN_HOUR / 2; row += 1) {
    await addRound(bucket, { slot: at - row * 300, at, characters });
  }
  return { bucket, at, names };
}

/** The cheapest of three runs: on a busy machine a website fails now and then. */
async function cheapest(work: () => Promise<Cost>): Promise<Cost> {
  const runs = [await work(), await work(), await work()];
  return runs.reduce((one, other) => (other.writeUnits < one.writeUnits ? other : one));
}

async function makeDown(url: string): Promise<MonitoredWebsite> {
  const website = await monitorWebsite(url);
  const checked_at = Math.floor(Date.now() / 1000) - 300;
  await makePlain(website, { state: "down", down_since: checked_at, checked_at });
  return website;
}

/** A website that has failed once, more than a minute ago. */
async function makeSuspect(url: string): Promise<MonitoredWebsite> {
  const website = await monitorWebsite(url);
  const since = Math.floor(Date.now() / 1000) - 120;
  await makePlain(website, { state: "suspect", since, checked_at: since });
  return website;
}

/** What a probe of each of these costs, each of a bucket of its own, as at scale. */
async function costOfProbes(websites: MonitoredWebsite[]): Promise<Cost> {
  const cost = await costOf(async () => {
    for (const website of websites) await handler(sqsEvent(separateMessage(website)));
  });
  return share(cost, websites.length);
}

function minus(one: Cost, other: Cost): Cost {
  return {
    commands: one.commands,
    requests: one.requests - other.requests,
    readUnits: one.readUnits - other.readUnits,
    writeUnits: one.writeUnits - other.writeUnits,
  };
}

function share({ commands, ...cost }: Cost, count: number): Cost {
  return {
    commands,
    requests: cost.requests / count,
    readUnits: cost.readUnits / count,
    writeUnits: cost.writeUnits / count,
  };
}
