import { settingsFor } from "../../../infra/settings.ts";
import { costOfRoute } from "../../../shared/http/routes.ts";
import { call } from "../../support/api.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import {
  type Estate,
  makeBusiness,
  makeCompetitor,
  makeEstate,
  makeFeedItem,
  makeShare,
  makeUser,
  makeWebsite,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { PRICES, tablePrice } from "./prices.ts";
import type { Section } from "./report.ts";

const PER_PAGE = 20;
const CALLS = 1_000_000;

/** Requests, units and price of every endpoint, with the key of the request known to the container. */
export async function measure(): Promise<Section> {
  const rows: Section["rows"] = [];
  const filled = await makeFilledEstate();
  const { endpointMemoryMb: memoryMb } = settingsFor("prod");
  const fixed = CALLS * (PRICES.httpApiRequest + PRICES.lambdaRequest);
  for (const route of routeKeys) {
    const cost = await measureRoute(route, route.startsWith("GET ") ? filled : await makeEstate());
    const { requests, readUnits, writeUnits } = cost;
    const usd = fixed + CALLS * tablePrice(cost);
    rows.push([route, requests, readUnits, writeUnits, usd.toFixed(2), costOfRoute(route)]);
  }
  const tenMs = CALLS * 0.01 * (memoryMb / 1024) * PRICES.lambdaGbSecond;
  return {
    title: "What each endpoint takes of DynamoDB, and USD for a million calls",
    columns: ["Endpoint", "requests", "read units", "write units", "USD", "counts"],
    rows,
    notes: [
      `Lists: a page of ${PER_PAGE}. A key that a container has not seen for 10 seconds costs two requests and two`,
      `read units more, and a write once an hour. Each 10 ms of a call on AWS costs ${tenMs.toFixed(2)} USD more, at`,
      `prod's ${memoryMb} MB. us-east-1, prices of 2025, on demand, without the free tier, logs and traffic.`,
    ],
  };
}

async function measureRoute(route: string, estate: Estate): Promise<Cost> {
  const { key } = estate.reseller;
  // The container knows the key from here on.
  await call("GET /v1/plans", { key });
  let status = 0;
  const cost = await costOf(async () => {
    ({ status } = await call(route, acceptedRequest(route, estate)));
  });
  if (status !== 200) throw new Error(`${route} answered ${status}`);
  return cost;
}

/** An estate with full pages. */
async function makeFilledEstate(): Promise<Estate> {
  const estate = await makeEstate();
  const { reseller, user, business, website } = estate;
  const reseller_uuid = reseller.uuid;
  for (let count = 1; count < PER_PAGE; count += 1) {
    await makeUser(reseller);
    await makeBusiness(reseller, user);
    await makeWebsite(reseller, business);
    await makeCompetitor(reseller, business);
    await makeShare(reseller, { website_uuid: website });
    await makeFeedItem({ reseller_uuid, business_uuid: business, website_uuid: website });
    await makeDelivery({ reseller_uuid, webhook_uuid: estate.webhook });
  }
  await (await followReseller(reseller_uuid, { fromStart: true })).dispatch();
  return estate;
}
