import { handler } from "../../../functions/uptime/index.ts";
import { Check } from "../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { sqsEvent } from "../../support/messages.ts";
import { dueMessage, type MonitoredWebsite, monitorWebsite } from "../../support/monitoring.ts";
import { FAILING, siteUrl } from "./addresses.ts";
import { inBatches, makeFleet, RESULTS } from "./fleet.ts";

const GOOD = 100;
/** Below the number from which on a worker distrusts itself. */
const BAD = 10;

/** What a check costs of the table, by what it finds. */
export async function measureUnits(
  port: number,
): Promise<Record<"good" | "failed" | "transition", Cost>> {
  allowLocalAddresses();
  const urls = (count: number, kind?: number) =>
    Array.from({ length: count }, (_, index) => siteUrl(index, port, kind));
  const good = await makeFleet({ urls: urls(GOOD) });
  const failing = await makeFleet({ urls: urls(BAD, FAILING) });
  const turning = await Promise.all(urls(BAD, FAILING).map(makeSuspect));
  const units = {
    good: await costOfChecks(good.length, inBatches(good).flat()),
    failed: await costOfChecks(failing.length, inBatches(failing).flat()),
    transition: await costOfChecks(
      turning.length,
      await Promise.all(turning.map((website) => dueMessage(website, "uptime"))),
    ),
  };
  return units;
}

/** A website that has failed once, more than a minute ago. */
async function makeSuspect(url: string): Promise<MonitoredWebsite> {
  const website = await monitorWebsite(url);
  const { reseller, uuid } = website;
  const since = Math.floor(Date.now() / 1000) - 120;
  await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "uptime" })
    .set({ results: RESULTS, memory: { state: "suspect", since, downtimes: [], url } })
    .go();
  return website;
}

async function costOfChecks(count: number, messages: unknown[]): Promise<Cost> {
  const { commands, ...cost } = await costOf(() => handler(sqsEvent(...messages)));
  return {
    commands,
    requests: cost.requests / count,
    readUnits: cost.readUnits / count,
    writeUnits: cost.writeUnits / count,
  };
}
