import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "./dataDir.ts";

const GONE = ["ENOENT", "ENOTDIR"];

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
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? filesBelow(path, isWanted) : [path];
}

function filesBelow(folder: string, isWanted: (path: string) => boolean): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, isWanted);
    return isWanted(path) ? [path] : [];
  });
}

/** What a folder holds; nothing if it has disappeared meanwhile. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (GONE.includes(String(codeOf(error)))) return [];
    throw error;
  }
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
