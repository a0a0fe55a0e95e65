import { createHash } from "node:crypto";

/** What one audit of links leaves for the next: digests of targets. */
export interface LinkState {
  broken: string[];
  /** Failed in a way that may have been over a minute later. */
  suspects: string[];
}

export const NO_LINK_STATE: LinkState = { broken: [], suspects: [] };

/** 66 bits of SHA-256: short enough to keep some thousands of them in one record. */
export function digest(key: string) {
  return createHash("sha256").update(key).digest("base64url").slice(0, 11);
}
