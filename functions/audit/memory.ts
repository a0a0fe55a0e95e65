import type { CheckRecord } from "../../shared/entities/check.ts";
import { type LinkState, NO_LINK_STATE } from "./analysers/links/linkState.ts";

/** What the audit of a website remembers until the next one. */
export interface AuditMemory {
  links: LinkState;
  /** By type, the last feed item: another one is written when it says something else. */
  written: Record<string, Written>;
}

export interface Written {
  /** Of the item's status and data. */
  digest: string;
  at: string;
}

export function readMemory({ memory }: CheckRecord): AuditMemory {
  return { links: NO_LINK_STATE, written: {}, ...(memory as Partial<AuditMemory>) };
}
