import type * as z from "zod/mini";
import type { FindingSeverity } from "../../shared/findings.ts";
import type { Texts } from "../../shared/texts.ts";

/** What all faults with one code have in common. */
export interface FaultKind<Detail extends z.ZodMiniObject = z.ZodMiniObject> {
  severity: FindingSeverity;
  /** The schema of `detail`. Texts may name its required fields. */
  detail: Detail;
  texts: Texts;
  /**
   * Codes that are not told beside it, as their cause is the same: of the same subject, or of any subject if
   * it is about the website or pages as a whole.
   */
  covers?: readonly string[];
}

/** Infers the types of the kinds of one analyser, by code. */
export function defineFaults<const Kinds extends Record<string, FaultKind>>(kinds: Kinds): Kinds {
  return kinds;
}
