import { createHash } from "node:crypto";

/** The key of a host or address: keys must not contain text of clients. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
