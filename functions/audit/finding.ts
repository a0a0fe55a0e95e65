import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import { reasonIn, uncheckedReasons } from "../../shared/reasons.ts";
import type { FindingSeverity } from "../../shared/severity.ts";
import type { Texts } from "../../shared/texts.ts";

export type Status = "success" | "warning" | "error" | "info";

/** What an analyser says about a website. It becomes a feed item when it has changed. */
export interface Finding<Data> {
  status: Status;
  data: Data;
}

/** Something that is wrong with a website. */
export interface Fault {
  /** Its kind (`faultKinds.ts`). */
  code: string;
  /** What is at fault: the link, the word, the page. The same code and subject are the same finding. */
  subject: string;
  /** What identifies the subject, if its text does not: two addresses of one page are the same subject. */
  key?: string;
  detail: Record<string, unknown>;
  /** Some of the pages that have it; empty if it is about the website as a whole. */
  pages: string[];
  pages_count: number;
}

/** What people ignore on one website. */
export interface IgnoredFaults {
  /** Whether somebody ignores a fault. It then counts nowhere but in `faults`. */
  isIgnored(fault: Pick<Fault, "code" | "subject" | "key">): boolean;
}

/** A fault of the website as a whole. */
export function ofWebsite(
  code: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Fault {
  return { code, subject, detail, pages: [], pages_count: 0 };
}

/** A finding about the website as a whole with its faults; a success if all of these are ignored. */
export function withFaults<Data>(
  finding: Finding<Data>,
  faults: Fault[],
  { isIgnored }: IgnoredFaults,
): { finding: Finding<Data>; faults: Fault[] } {
  const isQuiet = faults.length > 0 && faults.every(isIgnored);
  return { finding: isQuiet ? { ...finding, status: "success" } : finding, faults };
}

/** What all faults with one code have in common. */
export interface FaultKind {
  severity: FindingSeverity;
  /** The schema of `detail`. Texts may name its required fields. */
  detail: z.ZodMiniObject;
  texts: Texts;
  /**
   * Codes that are not told beside it, as their cause is the same: of the same subject, or of any subject if
   * it is about the website or pages as a whole.
   */
  covers?: readonly string[];
}

/** A kind as it is written: its texts beside the rest, and no detail if that of its analyser is right. */
type WrittenKind = Omit<FaultKind, "detail" | "texts"> & Texts & Partial<Pick<FaultKind, "detail">>;

/** The kinds of faults of one analyser, by code; `common` is the schema of their details. */
export function defineFaults<Code extends string>(
  common: z.ZodMiniObject,
  kinds: Record<Code, WrittenKind>,
): Record<Code, FaultKind> {
  const entries = Object.entries<WrittenKind>(kinds).map(
    ([code, { severity, covers, detail = common, ...texts }]) =>
      [code, { severity, ...(covers && { covers }), detail, texts }] as const,
  );
  return Object.fromEntries(entries) as Record<Code, FaultKind>;
}

/** The schema of the codes of an analyser's faults. */
export function codesOf<Code extends string>(kinds: Record<Code, FaultKind>) {
  return z.enum(Object.keys(kinds) as Code[]);
}

/** The most details in a finding. Its counts cover everything that was found. */
export const MAX_DETAILS = 50;
const MAX_DETAIL_CHARACTERS = 300;

/** Shortens a website's text to 300 characters for a detail, without splitting a character. */
export function clip(text: string): string {
  if (text.length <= MAX_DETAIL_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, MAX_DETAIL_CHARACTERS - 2).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}

export const count = z.int().check(z.nonnegative());
export const detailText = z.string().check(z.maxLength(MAX_DETAIL_CHARACTERS));
/** What a program or library calls what a code says, such as `ENOTFOUND`. */
export const technical = z.optional(
  described(detailText, "What a program calls it, for technicians.", "ENOTFOUND"),
);

/** The schema of a finding's details. */
export function detailsOf<Detail extends z.core.$ZodType>(detail: Detail) {
  return z.array(detail).check(z.maxLength(MAX_DETAILS));
}

const unchecked = z.enum([
  ...(["pages", "page_parts", "links", "sitemaps", "listed_pages", "feeds", "analysers"] as const),
]);

export const uncheckedWhat = described(
  unchecked,
  "What was not checked: `pages`, `page_parts` (the rest of long pages, and what scripts build), `links`, `sitemaps`, `listed_pages` (of a sitemap), `feeds` or `analysers` (of ours, that failed).",
  "pages",
);

/** Why the rest of a website is left out: its answers unpack to far more than was sent. */
export const PACKING_LIMIT = "packed too tightly";

/** Why something was not checked, as feed items show it. */
export const uncheckedReason = {
  reason: described(z.enum(uncheckedReasons), "Why it was not checked.", "robots_txt"),
  technical: z.optional(
    described(z.string(), "What a program calls it, or the limit, for technicians.", "http 503"),
  ),
};

/** What was not checked, with the code of the reason. */
export function withCode<Left extends Pick<Unchecked, "reason">>({ reason, ...left }: Left) {
  return { ...left, ...reasonIn(uncheckedReasons, reason) };
}

/** The number of things of one kind that were not checked for one reason. */
export interface Unchecked {
  what: z.infer<typeof uncheckedWhat>;
  /** A text that `reasonIn` knows. */
  reason: string;
  count: number;
}
