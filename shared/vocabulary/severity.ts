export const findingSeverities = ["error", "warning", "info"] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/** What the order of findings follows from; `resolved_at` is missing or `null` while it is open. */
export interface Ordered {
  severity: FindingSeverity;
  resolved_at?: string | null;
  first_seen_at: string;
  pages_count: number;
  code: string;
  subject: string;
}

/** As a client reads it, with severities that may be newer than the client; these come first. */
type Ranked = Omit<Ordered, "severity"> & { severity: string };

/**
 * The order of findings wherever people see them: open ones before resolved ones, the more severe first, then the
 * newest, then those on the most pages, then by kind and subject.
 */
export function worstFirst(one: Ranked, other: Ranked): number {
  const rank = ({ resolved_at, severity }: Ranked) =>
    (resolved_at ? findingSeverities.length : 0) +
    (findingSeverities as readonly string[]).indexOf(severity);
  // One without pages is about the website as a whole.
  const breadth = ({ pages_count }: Ranked) => pages_count || Number.MAX_SAFE_INTEGER;
  return (
    rank(one) - rank(other) ||
    compare(other.first_seen_at, one.first_seen_at) ||
    breadth(other) - breadth(one) ||
    compare(one.code, other.code) ||
    compare(one.subject, other.subject)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** How many findings there are of each severity. */
export function countBySeverity(findings: { severity: FindingSeverity }[]) {
  const count = (severity: FindingSeverity) =>
    findings.filter((each) => each.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
}
