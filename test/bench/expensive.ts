import type { Context } from "aws-lambda";
import { PROCESSOR_MB } from "../../functions/monitoring/pace.ts";
import { settingsFor } from "../../infra/settings.ts";
import type { RateKind } from "../../shared/entities/rateUse.ts";
import { FREE_MINUTES } from "../../shared/limits/freeWeight.ts";
import { PRICES, priceOf, type Usage } from "../../shared/limits/prices.ts";
import { UNIT_USD, weightOf } from "../../shared/limits/weight.ts";
import { endpointGroups } from "../../shared/routes.ts";
import { call, eventFor, handlerOf, type TestRequest } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { tablePrice } from "./cost/prices.ts";
import { measureUnits } from "./deliveries/units.ts";
import { imageOf, REQUEST_SECONDS, type SetOff, setOffSince } from "./expensive/setOff.ts";
import { casesOf, type WorstCase } from "./expensive/worstCases.ts";
import { makeWorstEstate, type WorstEstate } from "./expensive/worstEstate.ts";
import { formatTable, progress, type Section } from "./report.ts";

const MOST_USD_A_DAY = 100;
const MINUTES_A_DAY = 1440;
/** What the containers let through beyond a limit. */
const OVERSHOOT = 1.1;
const { endpointMemoryMb, rateLimits } = settingsFor("prod");
if (!rateLimits) throw new Error("There are no limits");
const limits: Record<RateKind, number> = {
  reads: rateLimits.readsPerMinute,
  writes: rateLimits.writesPerMinute,
  deliveries: rateLimits.deliveriesPerMinute,
};

interface Measured {
  route: string;
  what: string;
  kind: RateKind;
  usage: Usage;
  /** USD of what it sets off, and of the events for webhooks among it. */
  setOff: number;
  events: number;
  usd: number;
  weight: number;
  /** The same for a reseller without webhooks. */
  plain: { usd: number; weight: number };
}

/**
 * Every route at its worst: throws if one is cheaper by its weight than by its price, or if any mix of
 * requests within the limits costs more than it may in a day.
 */
export async function measure(): Promise<Section[]> {
  const parkedUsd = await measureParked();
  progress("  the estate");
  const estate = await makeWorstEstate();
  const measured: Measured[] = [];
  for (const route of Object.values(endpointGroups).flat()) {
    for (const worst of await casesOf(route)(estate)) {
      progress(`  ${route}: ${worst.what}`);
      measured.push(await measureCase(route, worst, { estate, parkedUsd }));
    }
  }
  const bound = boundOfDay();
  const sections = [routesSection(measured), bound];
  const tooCheap = measured.filter(({ plain, usd, weight, kind }) =>
    [plain, { usd, weight }].some((each) => each.usd > each.weight * UNIT_USD[kind]),
  );
  if (tooCheap.length > 0) {
    console.log(formatTable(sections[0] as Section));
    const names = tooCheap.map(({ route, what }) => `${route} (${what})`).join(", ");
    throw new Error(`Cheaper by weight than by price: ${names}`);
  }
  return sections;
}

/** USD that an event costs which waits for its webhook, beyond its attempts. */
async function measureParked(): Promise<number> {
  const costs = await measureUnits();
  const [atOnce, parked] = [costs.at(0), costs.at(-1)];
  if (!atOnce || !parked) throw new Error("No delivery was measured");
  const messages = (parked.messages - atOnce.messages) * PRICES_SQS;
  return tablePrice(parked.cost) - tablePrice(atOnce.cost) + messages;
}
const PRICES_SQS = 0.4 / 1e6;

async function measureCase(
  route: string,
  { what, request, undo }: WorstCase,
  { estate, parkedUsd }: { estate: WorstEstate; parkedUsd: number },
): Promise<Measured> {
  const isRead = route.startsWith("GET ");
  const { uuid: reseller_uuid } = estate.reseller;
  const before = isRead ? undefined : await imageOf(reseller_uuid);
  const { usage, data } = await usageOf(route, request);
  const follow = async (from: Parameters<typeof setOffSince>[0], isOnce: boolean) =>
    await setOffSince(from, { reseller_uuid, parkedUsd, isOnce });
  const none: SetOff = { usd: 0, eventsUsd: 0, cleanupUsd: 0 };
  // What is removed with a record was paid for when it was created.
  const own = before ? await follow(before, route.startsWith("DELETE ")) : none;
  let { usd: work, eventsUsd: events } = own;
  if (undo) {
    // Deleting its parent removes the record without a request: its creation pays for that.
    const from = await imageOf(reseller_uuid);
    const { key } = estate;
    const removal = await usageOf(undo.route, { key, uuid: undo.uuid(data) ?? "" });
    const removed = await follow(from, false);
    work += tablePrice(removal.usage) + removed.usd + removed.cleanupUsd;
    events += removed.eventsUsd;
  }
  const kind = isRead ? "reads" : "writes";
  const [method = ""] = route.split(" ");
  const weigh = (webhooks: number) => weightOf(usage, { kind, method, webhooks });
  const usd = priceOf(usage) + work;
  return {
    ...{ route, what, kind, usage, setOff: work + events, events },
    ...{ usd: usd + events, weight: weigh(estate.webhooks) },
    plain: { usd, weight: weigh(0) },
  };
}

/** What a request uses on AWS: its processor time, and the time that it waits for the table. */
async function usageOf(route: string, request: TestRequest) {
  const handler = await handlerOf(route);
  await call("GET /v1/plans", request.key ? { key: request.key } : {});
  const event = eventFor(route, request);
  const bytesIn = Buffer.byteLength(event.body ?? "");
  let response: Awaited<ReturnType<typeof handler>> = {};
  const started = process.cpuUsage();
  const cost = await costOf(async () => {
    response = await handler(event, {} as Context);
  });
  const { user, system } = process.cpuUsage(started);
  const { statusCode, body = "" } = response;
  if (statusCode !== 200) throw new Error(`${route} answered ${statusCode}: ${body}`);
  const computes = ((user + system) / 1e6) * (PROCESSOR_MB / endpointMemoryMb);
  const usage: Usage = {
    readUnits: cost.readUnits,
    writeUnits: cost.writeUnits,
    seconds: computes + cost.requests * REQUEST_SECONDS,
    memoryMb: endpointMemoryMb,
    bytesIn,
    bytesOut: Buffer.byteLength(body),
  };
  return { usage, data: JSON.parse(body).data };
}

const micro = (usd: number) => (usd * 1e6).toFixed(1);

function routesSection(measured: Measured[]): Section {
  return {
    title: "Every route at its worst: price and weight of a request, in millionths of a USD",
    columns: [
      ...["route", "RU", "WU", "kB", "ms", "its own", "sets off", "together"],
      ...[
        "weight",
        "at its weight",
        "without webhooks",
        "weight",
        "USD a day by count",
        "by weight",
      ],
    ],
    rows: measured
      .toSorted((a, b) => perDay(b) - perDay(a))
      .map((one) => {
        const { route, what, usage, usd, setOff, weight, kind } = one;
        return [
          `${route}: ${what}`,
          usage.readUnits,
          usage.writeUnits,
          Math.round(usage.bytesOut / 1000),
          Math.round(usage.seconds * 1000),
          micro(usd - setOff),
          micro(setOff),
          micro(usd),
          weight,
          micro(weight * UNIT_USD[kind]),
          micro(one.plain.usd),
          one.plain.weight,
          perDay(one).toFixed(0),
          (perDay(one) / weight).toFixed(1),
        ];
      }),
    notes: [
      `The reseller has 200 webhooks, which get every event. Records pay for their removal when they are`,
      `created. A request to DynamoDB takes ${REQUEST_SECONDS * 1000} ms, processor time is that of ${endpointMemoryMb} MB.`,
    ],
  };
}

/** USD a day if only the number of requests were limited. */
function perDay({ usd, kind }: Measured): number {
  return usd * limits[kind] * MINUTES_A_DAY;
}

function boundOfDay(): Section {
  const minutes = MINUTES_A_DAY * OVERSHOOT + FREE_MINUTES;
  const kinds = Object.keys(limits) as RateKind[];
  const usdOf = (kind: RateKind) => limits[kind] * UNIT_USD[kind] * minutes;
  const sum = kinds.reduce((usd, kind) => usd + usdOf(kind), 0);
  if (sum > MOST_USD_A_DAY) throw new Error(`A day within the limits can cost ${sum} USD`);
  return {
    title: "The most that a reseller can spend in a day at the default limits, by any mix",
    columns: ["kind", "weight a minute", "USD for each", "USD a day"],
    rows: [
      ...kinds.map((kind) => [kind, limits[kind], UNIT_USD[kind], usdOf(kind).toFixed(1)]),
      ["together", "", "", sum.toFixed(1)],
    ],
    notes: [
      `${MINUTES_A_DAY} minutes, a tenth more for what containers let through, and ${FREE_MINUTES} minutes' worth of free weight.`,
      `Read units cost ${PRICES.readUnit} USD, write units ${PRICES.writeUnit}. Websites that stay are monitored within the limits of records.`,
    ],
  };
}
