import { join, resolve } from "node:path";
import type { TableDescription } from "./database/table.ts";
import type { QueueConsumer } from "./queues/consumers.ts";
import { remembered, versionOfFiles } from "./remembered.ts";
import type { Schedule } from "./schedules.ts";
import type { StreamConsumer } from "./streams/delivery.ts";

/** The value of an environment variable; the URLs of a queue and of the API are known later. */
export type Variable = string | { queue: string } | { api: true };

export interface LocalFunction {
  /** The function's folder below `functions/`. */
  name: string;
  /** The absolute path of the module that exports `handler`. */
  entry: string;
  environment: Record<string, Variable>;
  timeoutSeconds: number;
}

/** What the stack says there is to run on this machine. */
export interface LocalService {
  table: TableDescription;
  functions: LocalFunction[];
  /** By the names that functions call others by, the folders of those. */
  invocable: ReadonlyMap<string, string>;
  /** By route key, `$default` among them, the name of the function behind it. */
  routes: Map<string, string>;
  consumers: StreamConsumer[];
  queueConsumers: QueueConsumer[];
  schedules: Schedule[];
  /** The logical ids of the secrets that the stack makes. */
  secrets: string[];
}

const root = resolve(import.meta.dirname, "../..");
const file = join(root, "node_modules/.cache/stack.json");
const MADE_OF = ["infra", "functions", "shared", "package-lock.json"];

/** What to run, read from the synthesized stack; as it was the last time when no code has changed since. */
export async function readStack(): Promise<LocalService> {
  // What `npm run dev` watches are the files that are loaded.
  if (process.env["WATCH_REPORT_DEPENDENCIES"]) return await synthesize();
  const version = versionOfFiles(...MADE_OF.map((path) => join(root, path)));
  const { routes, invocable, ...service } = await remembered({ file, version }, async () => {
    const { routes, invocable, ...service } = await synthesize();
    return { ...service, routes: [...routes], invocable: [...invocable] };
  });
  return { ...service, routes: new Map(routes), invocable: new Map(invocable) };
}

/** Loading the CDK alone takes as long as all else that a command needs. */
async function synthesize(): Promise<LocalService> {
  return (await import("./synthesis.ts")).synthesizeService();
}
