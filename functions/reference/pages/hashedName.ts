import { createHash } from "node:crypto";
import { basename, extname } from "node:path";

const HASH_LENGTH = 12;

/** A name that changes with what is in the file, so that it can be kept for good. */
export function hashedName(name: string, bytes: string | Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_LENGTH);
  const extension = extname(name);
  return `${basename(name, extension)}-${hash}${extension}`;
}
