import { join, resolve } from "node:path";
import { remembered, versionOfFiles } from "./remembered.ts";
import type { LocalService } from "./synthesis.ts";

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
