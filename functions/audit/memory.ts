import type { CheckRecord } from "../../shared/entities/check.ts";
import { type LinkState, NO_LINK_STATE } from "./links/linkState.ts";

/** What the audit of a website remembers until the next one. */
export interface AuditMemory {
  links: LinkState;
  /** By type, a digest of the last feed item: another one is written when that changes. */
  digests: Record<string, string>;
}

export function readMemory({ memory }: CheckRecord): AuditMemory {
  return { links: NO_LINK_STATE, digests: {}, ...(memory as Partial<AuditMemory>) };
}
