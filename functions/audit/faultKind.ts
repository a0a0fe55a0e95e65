import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import type { Texts } from "../../shared/texts.ts";
import { detailText } from "./analyser.ts";

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

/** The field of a detail for what a program calls the fault. */
export const technical = z.optional(
  described(detailText, "What a program or library calls it, for technicians.", "ENOTFOUND"),
);
