import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * What changes with each save, by path: of these files, and of the wanted ones below these folders. Besides
 * size and time it has the inode, which another file in the same place has not.
 */
export function versionsOf(
  paths: readonly string[],
  isWanted: (path: string) => boolean,
): Map<string, string> {
  return new Map(
    paths.flatMap((path) => filesOf(path, isWanted)).map((file) => [file, describe(file)]),
  );
}

function filesOf(path: string, isWanted: (path: string) => boolean): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.map((name) => join(path, name)).filter(isWanted);
}

/** A file may disappear meanwhile, as those of `npm run client:pack` do. */
function describe(file: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** The paths that are in one only, or in another version. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}
