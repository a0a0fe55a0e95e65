import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** The file that runs: a bundle, or this one. */
const OWN_FILE = import.meta.filename;
/** `/var/task/index.cjs:12:3456` */
const PLACE = new RegExp(`${OWN_FILE.replaceAll(/[^\w/]/g, "\\$&")}:(\\d+):(\\d+)`, "g");

let map: SourceMap | null | undefined;

/**
 * A stack with files and lines of this repository in the place of those of the bundle, whose source
 * map lies beside it. That is read for the first stack: Node's own `--enable-source-maps` reads it as
 * the bundle is loaded.
 */
export function readableStack(stack: string): string {
  return stack.replace(PLACE, (place, line: string, column: string) => {
    map ??= readMap();
    const origin = map?.findOrigin(Number(line), Number(column));
    if (!origin || !("fileName" in origin)) return place;
    return `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function readMap(): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${OWN_FILE}.map`, "utf8")));
  } catch {
    // None is there, as where nothing is bundled, or none that can be read: stacks stay as they are.
    return null;
  }
}
