import { settingsFor } from "../../../infra/settings.ts";
import { measureDelay, measureUnits } from "./deliveries/units.ts";
import { lambdaPrice, PRICES, tablePrice } from "./prices.ts";
import type { Section } from "./report.ts";

const DELIVERIES = 1_000_000;
/** How long a call with one message waits for the table and the endpoint. */
const ASSUMED_SECONDS = 0.3;

/** The cost of a delivery that succeeds, that fails first, and that has to wait. */
export async function measure(): Promise<Section> {
  const costs = await measureUnits();
  const { alone, besideHanging } = await measureDelay();
  const { memoryMb } = settingsFor("prod").deliverer;
  const usd = (amount: number) => amount.toFixed(2);
  return {
    title: "USD for a million deliveries",
    columns: [
      "the delivery",
      "requests",
      "read units",
      "write units",
      "DynamoDB",
      "SQS",
      "Lambda",
      "USD",
    ],
    rows: costs.map(({ name, cost, messages }) => {
      const table = DELIVERIES * tablePrice(cost);
      // Each message is sent, received and deleted in a request of its own.
      const queue = DELIVERIES * messages * 3 * (PRICES.sqsRequest + PRICES.fairQueueRequest);
      const lambda = lambdaPrice(DELIVERIES * messages, memoryMb, ASSUMED_SECONDS);
      const { requests, readUnits, writeUnits } = cost;
      const units = [requests, readUnits, writeUnits].map((value) => value.toFixed(2));
      return [name, ...units, usd(table), usd(queue), usd(lambda), usd(table + queue + lambda)];
    }),
    notes: [
      "Events of 350 bytes. The secrets cost nothing more: one GetSecretValue",
      `a container. Assumed: a message waits ${ASSUMED_SECONDS} s for the table and the endpoint, prod's ${memoryMb} MB.`,
      `A delivery arrives after ${alone.toFixed(0)} ms, and after ${besideHanging.toFixed(0)} ms in a call with four endpoints that never answer.`,
      "us-east-1, prices of 2025; without the free tier, logs, storage and traffic.",
    ],
  };
}
