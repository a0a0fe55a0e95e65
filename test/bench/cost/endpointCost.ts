import { settingsFor } from "../../../infra/settings.ts";
import { measureEndpoints } from "../endpoints.ts";
import type { Section } from "../report.ts";
import { PRICES, tablePrice } from "./prices.ts";

const CALLS = 1_000_000;

/** USD for a million calls of each endpoint. */
export async function endpointCost(): Promise<Section> {
  const fixed = CALLS * (PRICES.httpApiRequest + PRICES.lambdaRequest);
  const { endpointMemoryMb } = settingsFor("prod");
  const tenMs = CALLS * 0.01 * (endpointMemoryMb / 1024) * PRICES.lambdaGbSecond;
  const usd = (amount: number) => amount.toFixed(2);
  return {
    title: "USD for a million calls of an endpoint",
    columns: ["Endpoint", "read units", "write units", "DynamoDB", "API and Lambda calls", "USD"],
    rows: (await measureEndpoints()).map(([route, cost]) => {
      const table = CALLS * tablePrice(cost);
      return [route, cost.readUnits, cost.writeUnits, usd(table), usd(fixed), usd(table + fixed)];
    }),
    notes: [
      `And ${usd(tenMs)} for each 10 ms that a call takes on AWS, at prod's ${endpointMemoryMb} MB (arm64), which can't be`,
      "measured here. us-east-1, prices of 2025, on demand, without the free tier, logs and traffic.",
    ],
  };
}
