import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

/**
 * The name of the script that shows the reference in a browser. It is committed, compressed, because its
 * package has hundreds of dependencies; `npm run renderer` fetches it.
 */
export const RENDERER = "scalar-1.72.1-b21e78fd212d.js";

const rendererFile = join(import.meta.dirname, `${RENDERER}.br`);

/** The renderer, compressed with Brotli, which nearly every browser accepts. */
export function readRenderer(): Buffer {
  return readFileSync(rendererFile);
}

const HASH_LENGTH = 12;

/** A name that changes with the content, so that browsers can keep the file for good. */
export function hashedName(name: string, content: string | Buffer): string {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH);
  const extension = extname(name);
  return `${basename(name, extension)}-${hash}${extension}`;
}
