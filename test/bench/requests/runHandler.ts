import { createRequire } from "node:module";
import { readInput, takeTurns } from "../inChild.ts";

/** A handler's bundle, an event that it answers with 200, and the number of events in a turn. */
export interface HandlerInput {
  file: string;
  event: object;
  calls: number;
}

/** Processor milliseconds until the bundle is imported, and of the first and the second answer. */
export interface ColdStart {
  init: number;
  first: number;
  second: number;
}

/** Runs a handler as Lambda does: a bundle that is imported once, and one event after the other. */
const { file, event, calls } = readInput<HandlerInput>();
process.stdout.write = () => true;

async function timeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

let handler: (event: object, context: object) => Promise<{ statusCode: number }>;
// Lambda's runtime client asks for the first event in an immediate.
const init = await timeOf(async () => {
  ({ handler } = createRequire(import.meta.url)(file));
  await new Promise((resolve) => setImmediate(resolve));
});

async function answer() {
  const { statusCode } = await handler(event, { getRemainingTimeInMillis: () => 20_000 });
  if (statusCode !== 200) throw new Error(`${file} answered ${statusCode}`);
}

const first = await timeOf(answer);
const second = await timeOf(answer);
let isFirst = true;
takeTurns(async (): Promise<ColdStart | number> => {
  if (isFirst) {
    isFirst = false;
    return { init, first, second };
  }
  return await timeOf(async () => {
    for (let call = 0; call < calls; call += 1) await answer();
  });
});
