import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BucketDepth } from "../../../../shared/entities/bucketDepth.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { allowLocalAddresses, replaceResolver } from "../../../../shared/outbound/index.ts";
import { makeEvent, makeWebhook } from "../../../bench/deliveries/units.ts";
import { makeFleet } from "../../../bench/uptime/fleet.ts";
import { joinBucket } from "../../../infra/scenarios/scenario.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  dueMessage,
  isUp,
  type MonitoredWebsite,
  monitorWebsite,
} from "../../../support/monitoring.ts";

/** Websites of a call, each of a reseller of its own. */
const SITES_A_CALL = 3;
/** Resellers whose websites are up, and may be control hosts, and the number of these websites. */
const OTHERS = { resellers: 3, sites: 5 };
const CONFIRMED_AFTER_SECONDS = 120;

/** Calls of a worker that probe websites, all of which are up. */
export async function startVisits(folder: string) {
  const server = createServer((_, response) => response.end("Welcome"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  let names = 0;
  const nextUrl = () => {
    names += 1;
    return `http://site${names}.example.test:${port}`;
  };
  allowLocalAddresses();
  findNames();
  const bucket = { minutes: 1440, depth: 0, number: 0 };
  await BucketDepth.put({ minutes: bucket.minutes, since: [0] }).go();
  for (let reseller = 0; reseller < OTHERS.resellers; reseller += 1) {
    await makeFleet({ urls: Array.from({ length: OTHERS.sites }, nextUrl), bucket });
  }
  const visited: MonitoredWebsite[] = [];
  return {
    /** A message about websites that were up (`rounds`), or have failed once (`uptime`), or for webhooks. */
    async events() {
      if (folder === "deliverer") return await deliveriesTo(nextUrl);
      const sites = await Promise.all(
        Array.from({ length: SITES_A_CALL }, () => monitorWebsite(nextUrl())),
      );
      visited.push(...sites);
      return folder === "rounds" ? await roundsOf(sites) : await checksOf(sites);
    },
    /** How many customers were told that their website is down. */
    async told() {
      const up = await Promise.all(visited.map(isUp));
      return up.filter((each) => each === false).length;
    },
    stop: () => void server.close(),
  };
}

/** Events for webhooks that have not failed, each of a reseller of its own. */
async function deliveriesTo(nextUrl: () => string) {
  const webhooks = Array.from({ length: SITES_A_CALL }, () => makeWebhook(nextUrl()));
  return sqsEvent(
    ...(await Promise.all(webhooks)).map(({ reseller_uuid, uuid: webhook_uuid }) => {
      return { reseller_uuid, webhook_uuid, events: [makeEvent(reseller_uuid)] };
    }),
  );
}

/** Rounds of buckets with one website each, which vote together. */
async function roundsOf(sites: MonitoredWebsite[]) {
  const buckets = await Promise.all(sites.map(joinBucket));
  const slot = Math.floor(Date.now() / 1000);
  return sqsEvent({ rounds: buckets.map((bucket) => ({ ...bucket, slot })) });
}

/** Checks that confirm a failure: another one would tell the customer. */
async function checksOf(sites: MonitoredWebsite[]) {
  const since = Math.floor(Date.now() / 1000) - CONFIRMED_AFTER_SECONDS;
  const memory = { state: "suspect" as const, since, checked_at: since, downtimes: [] };
  const messages = sites.map(async (site) => {
    const { reseller, uuid } = site;
    await Check.patch({ reseller_uuid: reseller.uuid, uuid, kind: "uptime" }).set({ memory }).go();
    return await dueMessage(site, "uptime");
  });
  return sqsEvent(...(await Promise.all(messages)));
}

/** The names of the websites are this machine's, and no others are known. */
function findNames() {
  replaceResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
}

/** Until the returned function is called, no name is found. */
export function loseNames(): () => void {
  replaceResolver(async () => {
    throw Object.assign(new Error("No name server answers"), { code: "ETIMEOUT" });
  });
  return findNames;
}
