import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { roundsHandler } from "../../../../functions/workers/rounds/runRounds.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { systemClock } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { logOf, readHours } from "../../../../shared/uptime/bucketHours.ts";
import { lastSlot, nameOf } from "../../../../shared/uptime/buckets.ts";
import { readCharacter } from "../../../../shared/uptime/characters.ts";
import { useNames } from "../../../shared/platform/outbound/names.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { roundMessage, storeMonitor, wholeBucket } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";

const WEBSITES = 150;
/** "150 websites of one host are not 60 probes in a second." */
const MOST_IN_A_SECOND = 60;

beforeAll(() => allowLocalAddresses());
beforeEach(() => {
  ownSchedule();
});

/** A server on every loopback address; returns its port. */
async function listen(answer: RequestListener): Promise<number> {
  const server = http.createServer(answer).listen(0, "0.0.0.0");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A server that notes when it was asked. */
async function victim() {
  const at: number[] = [];
  const port = await listen((_, response) => {
    at.push(performance.now());
    response.end("<p>up</p>");
  });
  return { at, port };
}

const names = Array.from({ length: WEBSITES }, (_, index) => `site-${index}.example`);

/** Websites of one reseller: how a round comes to request the victim for each of them. */
const crowds: Record<string, () => Promise<{ at: number[]; hostnames: string[] }>> = {
  "paths of one host name": async () => {
    const { at, port } = await victim();
    return { at, hostnames: names.map((name) => `http://127.0.0.1:${port}/${name}`) };
  },
  "host names of one address": async () => {
    const { at, port } = await victim();
    useNames(Object.fromEntries(names.map((name) => [name, [["127.0.0.1"]]])));
    return { at, hostnames: names.map((name) => `http://${name}:${port}`) };
  },
  "redirects to one host": async () => {
    const { at, port } = await victim();
    const location = `http://victim.example:${port}/`;
    const door = await listen((_, response) => response.writeHead(302, { location }).end());
    useNames({
      ...Object.fromEntries(names.map((name, index) => [name, [[`127.0.1.${index + 1}`]]])),
      "victim.example": [["127.0.0.1"]],
    });
    return { at, hostnames: names.map((name) => `http://${name}:${door}`) };
  },
};

test.each(Object.entries(crowds))(
  "a round requests a host for 150 websites that are %s less than 60 times in a second, and all are up",
  async (_, crowd) => {
    const { at, hostnames } = await crowd();
    const bucket = wholeBucket();
    const reseller_uuid = newUuid();
    const uuids = await Promise.all(
      hostnames.map(async (hostname) => {
        const [uuid, business_uuid] = [newUuid(), newUuid()];
        const target = { hostname, url: hostname };
        await storeMonitor({ reseller_uuid, uuid, business_uuid }, { target });
        return uuid;
      }),
    );
    const slot = lastSlot(bucket, Math.floor(Date.now() / 1000));
    const rounds = sqsEvent(roundMessage(bucket, slot));
    expect(await roundsHandler(systemClock)(rounds)).toEqual({ batchItemFailures: [] });
    expect(at).toHaveLength(WEBSITES);
    const inASecond = at.map((from) => at.filter((one) => one >= from && one < from + 1000).length);
    console.log(`at most ${Math.max(...inASecond)} in a second`);
    expect(Math.max(...inASecond)).toBeLessThan(MOST_IN_A_SECOND);
    // Those that waited are neither late nor down.
    const now = Math.floor(Date.now() / 1000);
    const hours = await readHours({ minutes: 5, position: 0 }, { from: now - 3600, to: now });
    const log = uuids.flatMap((uuid) => logOf(hours, nameOf(uuid), { from: now - 3600, to: now }));
    expect(log.map(({ character }) => readCharacter(character).finding)).toEqual(
      Array(WEBSITES).fill("up"),
    );
  },
  60_000,
);
