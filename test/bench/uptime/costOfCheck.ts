import { randomInt } from "node:crypto";
import { hourOf } from "../../../functions/monitoring/bucketHours.ts";
import { nameOf } from "../../../functions/monitoring/buckets.ts";
import { dayOf, daysLater } from "../../../functions/monitoring/days.ts";
import { characterOfDuration } from "../../../functions/monitoring/durationClasses.ts";
import { handler as makeRounds } from "../../../functions/monitoring/rounds/index.ts";
import { handler } from "../../../functions/monitoring/uptime/index.ts";
import { BucketDepth } from "../../../shared/entities/bucketDepth.ts";
import { BucketHour } from "../../../shared/entities/bucketHour.ts";
import { Check } from "../../../shared/entities/check.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { sqsEvent } from "../../support/messages.ts";
import { dueMessage, type MonitoredWebsite, monitorWebsite } from "../../support/monitoring.ts";
import { inBatches, makeFleet, RESULTS } from "./fleet.ts";
import { reachSites, type Sites, siteUrls } from "./sites.ts";

/** Failing websites: too few for a worker to distrust itself. */
const BAD = 10;
/** Websites in a bucket. */
const SITES = 100;
const DEPTH = 10;
const ROUNDS_AN_HOUR = 12;

/** The units of a check, by what it finds. */
type UptimeUnits = Record<"inBucket" | "folded" | "leaves" | "down" | "first" | "transition", Cost>;

/** Measures the units of checks, through the real handlers. */
export async function measureUnits(sites: Sites): Promise<UptimeUnits> {
  reachSites(sites);
  const good = await cheapest(() => measureRound(siteUrls(sites, SITES)));
  const folding = await cheapest(() => measureRound(siteUrls(sites, SITES), 2));
  const failing = siteUrls(sites, BAD, "bad");
  const bad = await measureRound([...siteUrls(sites, SITES - BAD), ...failing]);
  const since = Math.floor(Date.now() / 1000) - 3600;
  const memory = { state: "down" as const, since, downtimes: [{ from: since }] };
  const down = await makeFleet({ urls: failing, memory });
  const first = await makeFleet({ urls: siteUrls(sites, SITES) });
  const turning = await Promise.all(failing.map(makeSuspect));
  return {
    inBucket: share(good, SITES),
    folded: share(minus(folding, good), SITES),
    leaves: share(minus(bad, good), BAD),
    down: await costOfChecks(down.length, inBatches(down).flat()),
    first: await costOfChecks(first.length, inBatches(first).flat()),
    transition: await costOfChecks(
      turning.length,
      await Promise.all(turning.map((website) => dueMessage(website, "uptime"))),
    ),
  };
}

/** Makes a round of these websites, in the middle of its hour; figures are written up to some days ago. */
export async function measureRound(urls: string[], days = 1): Promise<Cost> {
  // Of an interval whose next round is on the next day, so that the figures may be written at any hour.
  const minutes = randomInt(1441, 1_000_000);
  const bucket = { minutes, depth: DEPTH, number: randomInt(2 ** DEPTH) };
  await BucketDepth.put({ minutes, since: Array<number>(DEPTH + 1).fill(0) }).go();
  const sites = await makeFleet({ urls, bucket });
  const at = Math.floor(Date.now() / 1000);
  const names = sites.map(({ uuid }) => nameOf(uuid)).join("");
  const probes = characterOfDuration(120).repeat(urls.length);
  const rows = Array.from({ length: ROUNDS_AN_HOUR / 2 }, (_, index) => {
    const before = at - (index + 1) * 300;
    return { slot: before, at: before, probes };
  });
  const folded = daysLater(dayOf(at), -days);
  const known = { ...bucket, names, gaps: [], revision: 1, folded, expires_epoch: at + 86_400 };
  await BucketHour.put({ ...known, hour: hourOf(at), rows: rows.toReversed() }).go();
  const day = at - 86_400;
  const yesterday = [{ slot: day, at: day, probes }];
  await BucketHour.put({ ...known, hour: hourOf(day), rows: yesterday }).go();
  const messages = sqsEvent({ rounds: [{ ...bucket, slot: at }] });
  return await costOf(async () => {
    const { batchItemFailures } = await makeRounds(messages);
    if (batchItemFailures.length > 0) throw new Error("The round failed");
  });
}

/** The cheapest of three runs: on a busy machine a website fails now and then. */
async function cheapest(work: () => Promise<Cost>): Promise<Cost> {
  const runs = [await work(), await work(), await work()];
  return runs.reduce((one, other) => (other.writeUnits < one.writeUnits ? other : one));
}

/** A website that has failed once, more than a minute ago. */
async function makeSuspect(url: string): Promise<MonitoredWebsite> {
  const website = await monitorWebsite(url);
  const { reseller, uuid } = website;
  const since = Math.floor(Date.now() / 1000) - 120;
  const memory = { state: "suspect" as const, since, checked_at: since, downtimes: [], url };
  await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "uptime" })
    .set({ results: RESULTS, memory })
    .go();
  return website;
}

async function costOfChecks(count: number, messages: unknown[]): Promise<Cost> {
  return share(await costOf(() => handler(sqsEvent(...messages))), count);
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
