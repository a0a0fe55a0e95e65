import { globSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Whether a path of the project exists; `<verbNoun>` stands for any name. */
export function pathExists(path: string): boolean {
  return globSync(path.replaceAll(/<[^>]*>/g, "*"), { cwd: ROOT }).length > 0;
}
