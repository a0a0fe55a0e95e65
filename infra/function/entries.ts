import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const FUNCTIONS = join(import.meta.dirname, "../../functions");
const EXPORTS_HANDLER = /^export (const|async function) handler\b/m;

let folders: string[] | undefined;

/** The folders of all Lambda functions, as paths below `functions`, such as `workers/uptime`. */
export function functionFolders(): string[] {
  folders ??= globSync("{*,*/*}/index.ts", { cwd: FUNCTIONS })
    .filter((index) => EXPORTS_HANDLER.test(readFileSync(join(FUNCTIONS, index), "utf8")))
    .map(dirname);
  return folders;
}

/** The absolute path of the module that exports the handler of a function, by its path or name. */
export function entryOf(name: string): string {
  const folder = functionFolders().find((each) => each === name || basename(each) === name);
  if (folder === undefined) throw new Error(`There is no function ${name}`);
  return join(FUNCTIONS, folder, "index.ts");
}
