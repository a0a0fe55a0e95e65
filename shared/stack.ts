import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** How a place in the file that runs begins: `/var/task/index.cjs:12:3456`. */
const OWN_FILE = `${import.meta.filename}:`;

let map: SourceMap | null | undefined;

/**
 * A stack with files and lines of this repository in the place of those of the bundle, whose source
 * map lies beside it. That is read for the first stack: Node's own `--enable-source-maps` reads it as
 * the bundle is loaded.
 */
export function readableStack(stack: string): string {
  const [before = "", ...places] = stack.split(OWN_FILE);
  return before + places.map(readablePlace).join("");
}

/** `12:3456)` and what follows it, as the place in the repository and the same. */
function readablePlace(place: string): string {
  const [found, line, column] = /^(\d+):(\d+)/.exec(place) ?? [];
  map ??= readMap();
  const origin = found && map?.findOrigin(Number(line), Number(column));
  if (!origin || !("fileName" in origin)) return OWN_FILE + place;
  const { fileName, lineNumber, columnNumber } = origin;
  return `${fileName}:${lineNumber}:${columnNumber}${place.slice(found.length)}`;
}

function readMap(): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${import.meta.filename}.map`, "utf8")));
  } catch {
    // None is there, as where nothing is bundled, or none that can be read: stacks stay as they are.
    return null;
  }
}
