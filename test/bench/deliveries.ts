import { settingsFor } from "../../infra/settings.ts";
import { type Child, startChild } from "./children.ts";
import { lambdaPrice, PRICES, tablePrice } from "./cost/prices.ts";
import type { Load } from "./deliveries/batches.ts";
import { type DeliveryCost, measureUnits } from "./deliveries/units.ts";
import type { WorkerEffort } from "./deliveries/worker.ts";
import type { Effort } from "./inChild.ts";
import { median, progress, ratio, type Section } from "./report.ts";

const ROUNDS = 16;
/** Rounds after which all code has been compiled. */
const WARM_UP_ROUNDS = 5;
const MESSAGES = 10;
/** Calls in a round. */
const CALLS = 4;

/** Measures the cost and processor time of a delivery, and the memory when every endpoint differs. */
export async function measure(): Promise<Section[]> {
  const receiver = await startChild<number>(new URL("deliveries/receive.ts", import.meta.url));
  const table = await startChild<number>(new URL("uptime/quickTable.ts", import.meta.url));
  const env = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${table.message}` };
  const start: Start = (module, load) => {
    const input: Load = { port: receiver.message, messages: MESSAGES, ...load };
    return startChild(new URL(`deliveries/${module}.ts`, import.meta.url), input, { env });
  };
  try {
    return [unitsTable(await measureUnits()), await throughput(start), await memory(start)];
  } finally {
    table.stop();
    receiver.stop();
  }
}

const DELIVERIES = 1_000_000;
/** How long a call with one message waits for the table and the endpoint. */
const ASSUMED_SECONDS = 0.3;

function unitsTable(costs: DeliveryCost[]): Section {
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
      const queue = DELIVERIES * messages * 3 * PRICES.sqsRequest;
      const call = { memoryMb, waits: ASSUMED_SECONDS, computes: 0 };
      const lambda = lambdaPrice(DELIVERIES * messages, call);
      const { requests, readUnits, writeUnits } = cost;
      const units = [requests, readUnits, writeUnits].map((value) => value.toFixed(2));
      return [name, ...units, usd(table), usd(queue), usd(lambda), usd(table + queue + lambda)];
    }),
    notes: [
      "Events of 350 bytes, in a log of 500 deliveries. The secrets cost nothing more: one GetSecretValue",
      `a container. Assumed: a message waits ${ASSUMED_SECONDS} s for the table and the endpoint, prod's ${memoryMb} MB.`,
      "us-east-1, prices of 2025; without the free tier, logs, storage and traffic.",
    ],
  };
}

/** Starts one of the clients that are compared: `bare` or `worker`. */
type Start = (module: string, load: Pick<Load, "calls" | "events" | "webhooks">) => Promise<Client>;
type Client = Child<unknown>;

const KINDS = [
  { name: "node:http, connections kept", module: "bare", events: 25, webhooks: 1 },
  {
    name: "an import: 25 events a message, one webhook",
    module: "worker",
    events: 25,
    webhooks: 1,
  },
  { name: "25 events a message, ten webhooks", module: "worker", events: 25, webhooks: 10 },
  { name: "1 event a message, ten webhooks", module: "worker", events: 1, webhooks: 10 },
];

async function throughput(start: Start): Promise<Section> {
  const clients: Client[] = [];
  const rounds: number[][] = [];
  try {
    for (const { module, ...load } of KINDS)
      clients.push(await start(module, { ...load, calls: CALLS }));
    for (let round = 1; round <= ROUNDS; round += 1) {
      progress(`  round ${round} of ${ROUNDS}`);
      const milliseconds: number[] = [];
      for (const [index, client] of clients.entries()) {
        const { cpuMilliseconds } = await client.next<Effort>();
        milliseconds.push(cpuMilliseconds / (CALLS * MESSAGES * (KINDS[index]?.events ?? 1)));
      }
      rounds.push(milliseconds);
    }
  } finally {
    for (const client of clients) client.stop();
  }
  const measured = rounds.slice(WARM_UP_ROUNDS);
  return {
    title: "Deliveries: one worker, endpoints on loopback",
    columns: [
      "",
      "deliveries a second of processor time",
      "processor ms each",
      "of the bare client",
    ],
    rows: KINDS.map(({ name }, index) => {
      const each = median(measured.map((round) => round[index] ?? 0));
      const share = median(measured.map((round) => (round[0] ?? 0) / (round[index] ?? 1)));
      return [name, Math.round(1000 / each), each.toFixed(3), ratio(share, 1)];
    }),
    notes: [
      `Processes that take turns of ${CALLS} calls, medians of ${ROUNDS - WARM_UP_ROUNDS} turns; ${MESSAGES} messages a call, a table that answers`,
      "in 5 ms. The bare client sends the same bodies and headers, ten at a time, and does nothing else.",
    ],
  };
}

async function memory(start: Start): Promise<Section> {
  const rows: Section["rows"] = [];
  for (const count of [1000, 10_000]) {
    progress(`  ${count} endpoints`);
    const load = { calls: count / MESSAGES, events: 1, webhooks: count, fresh: true };
    const worker = await start("worker", load);
    const { keptMb } = await worker.next<WorkerEffort>();
    worker.stop();
    rows.push([count.toLocaleString("en"), keptMb.toFixed(0)]);
  }
  return {
    title: "Deliveries: what a worker remembers that meets every endpoint once",
    columns: ["endpoints", "MB of heap after a collection"],
    rows,
    notes: [
      "Each at an address of its own. Of idle connections a hundred are kept at most, for 4 seconds.",
    ],
  };
}
