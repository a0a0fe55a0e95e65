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

/** A fault that an analyser found on a website. */
export interface Fault<Code extends string = string> {
  code: Code;
  /** What is at fault: the link, the word, the page. The same code and subject are the same finding. */
  subject: string;
  detail: Record<string, unknown>;
  /** Some of the pages that have it; empty if it is about the website as a whole. */
  pages: string[];
  pages_count: number;
}

/** Infers the types of the kinds of one analyser, by code. */
export function defineFaults<const Kinds extends Record<string, FaultKind>>(kinds: Kinds): Kinds {
  return kinds;
}
