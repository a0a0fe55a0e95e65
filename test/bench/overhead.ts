import type { Context } from "aws-lambda";
import { eventFor } from "../support/api.ts";
import { makeReseller } from "../support/factories.ts";
import { expressHandler, honoHandler, type LambdaHandler, ownHandler } from "./echoHandlers.ts";
import { median, ratio, type Section, spread } from "./report.ts";

const ROUNDS = 40;
const CALLS = 250;
const ROUTE = "POST /v1/onboarding";

/** The time of a whole call of a handler that does no I/O: key, body, validation, envelope, log line. */
export async function measure(): Promise<Section> {
  const { key } = await makeReseller();
  const handlers: [name: string, handler: LambdaHandler][] = [
    ["this project's", ownHandler],
    ["Hono", honoHandler],
    ["Express with serverless-express", expressHandler],
  ];
  const times = handlers.map((): number[] => []);
  const endSilence = silenceStdout();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, [name, handler]] of handlers.entries()) {
      times[index]?.push(await timeOf(name, handler, key));
    }
  }
  endSilence();
  const medians = times.map((each) => median(each.slice(ROUNDS / 4)));
  return {
    title: "Handler overhead without I/O",
    columns: ["handler", "microseconds a call", "ratio to Hono"],
    rows: handlers.map(([name], index) => [
      name,
      spread(times[index]?.slice(ROUNDS / 4) ?? [], 1),
      ratio(medians[index] ?? 0, medians[1] ?? 0),
    ]),
    notes: [
      `The median of ${ROUNDS * 0.75} rounds of ${CALLS} calls each, in turn, with the least and the most;`,
      "all three check the same key (known to the container) and body with the same code, and write the same log line.",
    ],
  };
}

async function timeOf(name: string, handler: LambdaHandler, key: string): Promise<number> {
  const events = Array.from({ length: CALLS }, () =>
    eventFor(ROUTE, { key, query: { page: "2" }, body: { hostname: "https://www.example.com" } }),
  );
  const startedAt = performance.now();
  for (const event of events) {
    const { statusCode } = await handler(event, {} as Context);
    if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}`);
  }
  return ((performance.now() - startedAt) * 1000) / CALLS;
}

/** Log lines are made and given away: what a terminal takes to show them is nobody's overhead. */
function silenceStdout(): () => void {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  return () => {
    process.stdout.write = write;
  };
}
