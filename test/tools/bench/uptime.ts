import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { handler as makeRounds } from "../../../functions/workers/rounds/index.ts";
import { handler } from "../../../functions/workers/uptime/index.ts";
import type { MonitorRecord, Period } from "../../../shared/entities/monitor.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { replaceResolver } from "../../../shared/platform/outbound/resolver.ts";
import { dayOf, daysLater } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { addRound } from "../../../shared/uptime/bucketHours.ts";
import { type Bucket, nameOf } from "../../../shared/uptime/buckets.ts";
import { writeListFigures } from "../../../shared/uptime/listFigures.ts";
import { writeDaysDue } from "../../../shared/uptime/writeDays.ts";
import { putInterval, uuidIn } from "../../support/buckets.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { sqsEvent } from "../../support/messages.ts";
import {
  character,
  type MonitoredWebsite,
  makePlain,
  monitorWebsite,
  separateMessage,
  storeMonitor,
} from "../../support/monitoring.ts";
import type { Section } from "./report.ts";

/** Failing websites: too few for a worker to distrust itself. */
const BAD = 10;
/** Websites in a bucket. */
const SITES = 100;
const DEPTH = 10;
const ROUNDS_AN_HOUR = 12;
/** As many as a monitor has after half an hour. */
const RESULTS = Array.from({ length: 5 }, () => ({
  at: "2026-11-20T12:00:00+00:00",
  outcome: "up",
  duration: 123,
}));
/** Near the usual interval, which is that of other measurements. */
const LIST_MINUTES = 6;

/** The units of a check. */
export async function measure(): Promise<Section> {
  const units = await withSites(measureUnits);
  return {
    title: "Uptime: DynamoDB per probe",
    columns: ["the probe", "requests", "read units", "write units"],
    rows: [
      ["finds the website up, in a bucket of 100", units.inRound],
      ["and writes the figures of the day before, once a day", units.day],
      ["and writes the figures for lists, once an hour", units.hourOfList],
      ["and sums up 30 days for these, once a day", units.dayOfList],
      ["fails in a round", units.fails],
      ["finds a website down that was so before, separately", units.down],
      ["is the one by which the website is down", units.transition],
    ].map(([name, cost]) => {
      const { requests, readUnits, writeUnits } = cost as Cost;
      return [String(name), requests.toFixed(2), readUnits.toFixed(3), writeUnits.toFixed(3)];
    }),
    notes: [
      "Through the real handlers, on the embedded table. A separate probe is the only one of its bucket in a call.",
    ],
  };
}

/** The units of a probe, by what it finds. */
type UptimeUnits = Record<
  "inRound" | "day" | "hourOfList" | "dayOfList" | "fails" | "down" | "transition",
  Cost
>;

/** Measures the units of probes, through the real handlers. */
export async function measureUnits(urlsOf: SiteUrls): Promise<UptimeUnits> {
  const good = await cheapest(() => measureRound(urlsOf(SITES)));
  const failing = urlsOf(BAD, 500);
  const bad = await measureRound([...urlsOf(SITES - BAD), ...failing]);
  const down = await Promise.all(failing.map(makeDown));
  const turning = await Promise.all(failing.map(makeSuspect));
  const lists = await measureLists(urlsOf(SITES));
  return {
    inRound: share(good, SITES),
    day: share(await measureDay(urlsOf(SITES)), SITES),
    hourOfList: share(lists.hour, SITES),
    dayOfList: share(minus(lists.day, lists.hour), SITES),
    fails: share(minus(bad, good), BAD),
    down: await costOfProbes(down),
    transition: await costOfProbes(turning),
  };
}

/** Makes a round of these websites, in the middle of its hour. */
export async function measureRound(urls: string[]): Promise<Cost> {
  const { bucket, at } = await makeBucket(urls);
  // No figures fall due with it.
  const messages = sqsEvent({ rounds: [{ ...bucket, slot: at, after: at }] });
  return await costOf(async () => {
    const { batchItemFailures } = await makeRounds(messages);
    if (batchItemFailures.length > 0) throw new Error("The round failed");
  });
}

/** Writes the figures of the day before for these websites, after one that had a probe every five minutes. */
export async function measureDay(urls: string[]): Promise<Cost> {
  const { bucket, at, websites } = await makeBucket(urls);
  const midnight = at - (at % 86_400);
  await fillHours(bucket, websites, { from: midnight - 86_400, to: midnight });
  return await costOf(() => writeDaysDue({ ...bucket, slot: midnight + 86_400, after: midnight }));
}

/** Writes the figures for lists of these websites: of an hour, and of one that begins anew from the days that are stored. */
async function measureLists(urls: string[]): Promise<Record<"hour" | "day", Cost>> {
  const { bucket, at, websites } = await makeBucket(urls, LIST_MINUTES);
  const midnight = at - (at % 86_400);
  await fillHours(bucket, websites, { from: midnight - 26 * 3600, to: midnight + 3600 });
  const figures = { looks: 288, failures: 0, observed: 86_400, down: 0, times: { 40: 288 } };
  for (let ago = 1; ago < 30; ago += 1) {
    const day = { ...figures, day: daysLater(dayOf(midnight), -ago), expires_epoch: at };
    const days = websites.map(({ reseller_uuid, uuid }) => ({ reseller_uuid, uuid, ...day }));
    await UptimeDay.put(days).go({ concurrency: 8 });
  }
  const day = await costOf(() => writeListFigures(bucket, midnight - 3600));
  return { day, hour: await costOf(() => writeListFigures(bucket, midnight)) };
}

async function fillHours(bucket: Bucket, websites: MonitorRecord[], { from, to }: Period) {
  const characters = new Map(websites.map(({ uuid }) => [nameOf(uuid), character("up")]));
  for (let slot = from; slot < to; slot += 3600 / ROUNDS_AN_HOUR)
    await addRound(bucket, { slot, at: slot, characters });
}

/** Websites of a bucket of their own with half an hour of rounds. */
async function makeBucket(urls: string[], minutes = randomInt(100, 600)) {
  // Its round does not write the figures of the day before, whatever the hour.
  const hour = (new Date().getUTCHours() + 12) % 24;
  const number = Math.ceil((hour / 24) * 2 ** DEPTH) + randomInt(40);
  const bucket = { minutes, depth: DEPTH, number };
  await putInterval(minutes, Array<number>(DEPTH + 1).fill(0));
  const reseller_uuid = newUuid();
  const websites = await Promise.all(
    urls.map((url) => {
      const key = { reseller_uuid, business_uuid: newUuid(), uuid: uuidIn(bucket) };
      return storeMonitor(key, { target: { minutes, hostname: url, url }, results: RESULTS });
    }),
  );
  const at = Math.floor(Date.now() / 1000);
  const characters = new Map(websites.map(({ uuid }) => [nameOf(uuid), character("up")]));
  for (let row = 1; row <= ROUNDS_AN_HOUR / 2; row += 1) {
    await addRound(bucket, { slot: at - row * 300, at, characters });
  }
  return { bucket, at, websites };
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

/**
 * The URLs of `count` websites that answer with `status`. They are as long as real ones, because an item's units depend
 * on its size.
 */
type SiteUrls = (count: number, status?: 200 | 500) => string[];

/** Serves websites on loopback while `work` runs. */
export async function withSites<Result>(
  work: (urls: SiteUrls) => Promise<Result>,
): Promise<Result> {
  allowLocalAddresses();
  // All of 127.0.0.0/8 is this machine: an address for each website.
  replaceResolver(async (hostname) => {
    const index = Number(/\d+/.exec(hostname));
    return [{ address: `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`, family: 4 }];
  });
  const server = createServer(({ headers }, response) => {
    const status = headers.host?.startsWith("bad") ? 500 : 200;
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
  });
  await once(server.listen({ port: 0, host: "0.0.0.0", backlog: 4096 }), "listening");
  const { port } = server.address() as AddressInfo;
  try {
    return await work((count, status = 200) =>
      Array.from({ length: count }, (_, index) => {
        return `http://${status === 200 ? "up" : "bad"}${index}.test:${port}`;
      }),
    );
  } finally {
    server.close();
    allowLocalAddresses();
  }
}
