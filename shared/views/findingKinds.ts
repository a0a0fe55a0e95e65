import type * as z from "zod/mini";
import type { KeptFinding } from "../entities/findings.ts";
import type { findingSchema } from "../resources/monitoringSchemas.ts";
import { type Ordered, worstFirst } from "../vocabulary/severity.ts";

type Finding = z.output<typeof findingSchema>;

/** Findings of one kind, which reports tell together. */
export interface FindingsOfKind {
  /** The worst of them. */
  items: Finding[];
  count: number;
  /** What the order of kinds follows from: the worst finding, with the pages of all. */
  order: Ordered;
}

const MOST_KINDS = 20;
const MOST_OF_A_KIND = 5;

/** Findings by kind, the worst kinds first. */
export function groupByKind(
  findings: KeptFinding[],
  present: (finding: KeptFinding) => Finding,
): FindingsOfKind[] {
  const kinds = Map.groupBy(findings.toSorted(worstFirst), ({ code }) => code);
  return [...kinds.values()]
    .flatMap((all) => {
      const pages_count = all.reduce((sum, each) => sum + each.pages_count, 0);
      return all.slice(0, 1).map((worst) => ({ all, order: { ...worst, pages_count } }));
    })
    .toSorted(worstKindFirst)
    .slice(0, MOST_KINDS)
    .map(({ all, order }) => ({
      items: all.slice(0, MOST_OF_A_KIND).map(present),
      ...{ count: all.length, order },
    }));
}

export function worstKindFirst(
  { order: one }: Pick<FindingsOfKind, "order">,
  { order: other }: Pick<FindingsOfKind, "order">,
): number {
  return worstFirst(one, other);
}
