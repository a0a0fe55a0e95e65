import { stages } from "../../../infra/stages.ts";
import { type ApiRoute, costOfRoute } from "../../../shared/http/routes.ts";
import type { Cost } from "../../support/cost.ts";
import { lambdaPrice, PRICES, tablePrice } from "./prices.ts";

const MINUTES_A_DAY = 24 * 60;
/** The most webhooks of a reseller, all of which take every event. */
const WEBHOOKS = 20;
/** An event for a webhook that has to wait, without its attempts, which the limit of deliveries counts. */
const EVENT_USD = 3.5e-6;
/** A delivery with its attempts (`npm run bench -- deliveries`). */
const DELIVERY_USD = 5e-6;
/** An audit (`npm run bench -- scale`). */
const AUDIT_USD = 33e-6;
/** Write units caused by each write unit of a request: checks, counters and, for a POST, the later removal. */
const FOLLOWING_POST = 6;
const FOLLOWING_CHANGE = 3;
/** A POST makes about one event per this many write units, including the event of its record's removal. */
const UNITS_AN_EVENT = 7.5;
const MAX_EVENTS = 6;
/** Pages are measured with 20 records, and can have 100. */
const LARGEST_PAGE = 5;
/** Bytes of the access log's line and the function's for a request. */
const LOG_BYTES = 800;
/** API Gateway bills each such part of an answer as a request. */
const METERED_BYTES = 512 * 1024;
/** Time of a request, and of each of its requests to the table, which run one after another at worst. */
const REQUEST_SECONDS = 0.01;
const TABLE_SECONDS = 0.004;

/** Requests that have a website audited. */
const AUDITED: ApiRoute[] = [
  "POST /v1/onboarding",
  "POST /v1/prospects",
  "POST /v1/prospects/{prospect_uuid}/customer",
  "POST /v1/websites",
  "PATCH /v1/websites/{website_uuid}",
  "POST /v1/websites/{website_uuid}/audit",
  "POST /v1/account/deleted/{deletion_uuid}/restore",
];

/** A measured route, with the bytes of its answer. */
export interface Measured {
  route: string;
  cost: Cost;
  bytesOut: number;
}

/** USD for each unit that a request counts against its limit, at the largest page, with everything that it causes. */
export function usdPerUnit({ route, cost, bytesOut }: Measured, memoryMb: number): number {
  const isList = /^GET .*[^}]$/.test(route);
  const scale = isList ? LARGEST_PAGE : 1;
  const { requests, readUnits, writeUnits } = cost;
  const bytes = bytesOut * scale;
  const usd =
    Math.ceil(bytes / METERED_BYTES) * PRICES.httpApiRequest +
    lambdaPrice(1, memoryMb, REQUEST_SECONDS + requests * TABLE_SECONDS) +
    tablePrice({ readUnits: readUnits * scale, writeUnits }) +
    (bytes * PRICES.dataOutGb + LOG_BYTES * PRICES.logGb) / 1e9;
  return (usd + followingUsd(route, writeUnits)) / costOfRoute(route);
}

function followingUsd(route: string, writeUnits: number): number {
  if (route.startsWith("GET ")) return 0;
  const isPost = route.startsWith("POST ");
  const events = isPost ? Math.min(MAX_EVENTS, Math.ceil(writeUnits / UNITS_AN_EVENT)) : 1;
  const units = writeUnits * (isPost ? FOLLOWING_POST : FOLLOWING_CHANGE);
  const audit = AUDITED.some((each) => each === route) ? AUDIT_USD : 0;
  return units * PRICES.writeUnit + events * WEBHOOKS * EVENT_USD + audit;
}

/** What a day costs the provider in which one reseller makes the dearest requests up to its limits. */
export function dearestDay(measured: Measured[], memoryMb: number) {
  const { rateLimits } = stages["prod"] ?? {};
  if (!rateLimits) throw new Error("The stage prod has no limits");
  const dearest = (isRead: boolean) =>
    measured
      .filter(({ route }) => route.startsWith("GET ") === isRead)
      .map((each) => ({ route: each.route, usd: usdPerUnit(each, memoryMb) }))
      .reduce((one, other) => (other.usd > one.usd ? other : one));
  const reads = dearest(true);
  const writes = dearest(false);
  const usd =
    MINUTES_A_DAY *
    (rateLimits.readsPerMinute * reads.usd +
      rateLimits.writesPerMinute * writes.usd +
      rateLimits.deliveriesPerMinute * DELIVERY_USD);
  return { usd, reads: reads.route, writes: writes.route };
}
