import type * as z from "zod/mini";
import type { Texts } from "../../shared/texts.ts";

export type Severity = "error" | "warning" | "info";

/** What all faults with one code have in common. */
export interface FaultKind<Detail extends z.ZodMiniObject = z.ZodMiniObject> {
  severity: Severity;
  /** The schema of `detail`. Texts may name its required fields. */
  detail: Detail;
  texts: Texts;
}

/** Infers the types of the kinds of one analyser, by code. */
export function defineFaults<const Kinds extends Record<string, FaultKind>>(kinds: Kinds): Kinds {
  return kinds;
}
