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

/** A fault that an analyser found on a website. */
export interface Fault<Code extends string = string> {
  code: Code;
  /** What is at fault: the link, the word, the page. The same code and subject are the same finding. */
  subject: string;
  /** What identifies the subject, if its text does not: two addresses of one page are the same subject. */
  key?: string;
  detail: Record<string, unknown>;
  /** Some of the pages that have it; empty if it is about the website as a whole. */
  pages: string[];
  pages_count: number;
}

/** Infers the types of the kinds of one analyser, by code. */
export function defineFaults<const Kinds extends Record<string, FaultKind>>(kinds: Kinds): Kinds {
  return kinds;
}

/** The field of a detail for what a program calls the fault. */
export const technical = z.optional(
  described(detailText, "What a program or library calls it, for technicians.", "ENOTFOUND"),
);
