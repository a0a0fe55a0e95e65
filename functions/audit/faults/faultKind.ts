import type * as z from "zod/mini";

/** The languages of texts for customers; everybody else gets English. */
export const textLanguages = ["en", "de", "fr", "es", "it", "nl"] as const;
export type TextLanguage = (typeof textLanguages)[number];

/**
 * What a customer reads about a fault, in one language. `{subject}`, `{pages}` and the fields of the
 * fault's detail in braces are filled in.
 */
export interface FaultTexts {
  title: string;
  /** Why it matters to the business, in one sentence. */
  why: string;
  /** What to do about it, in one or two sentences. */
  todo: string;
}

export type Severity = "error" | "warning" | "info";

/** What all faults with one code have in common. */
export interface FaultKind<Detail extends z.ZodMiniObject = z.ZodMiniObject> {
  severity: Severity;
  /** The schema of `detail`. */
  detail: Detail;
  texts: Record<TextLanguage, FaultTexts>;
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
