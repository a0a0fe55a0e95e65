import { type FindingSeverity, findingSeverities, worstFirst } from "../../../shared/severity.ts";
import type { Page } from "./page.ts";

interface Query {
  page: number;
  per_page: number;
  severity?: FindingSeverity;
}

const PER_PAGE = 100;

/**
 * A page of all findings, the worst and newest first. The API lists the oldest first: what does not fit on one
 * page is read severity by severity, each from its last page back to its first.
 */
export async function readWorstFirst<Finding extends Parameters<typeof worstFirst>[0]>(
  number: number,
  read: (query: Query) => Promise<Page<Finding>>,
): Promise<Page<Finding>> {
  const { data, meta } = await read({ page: 1, per_page: PER_PAGE });
  if (meta.last_page <= 1) return { data: data.toSorted(worstFirst), meta };
  const counts = await Promise.all(
    findingSeverities.map(async (severity) => {
      const { meta } = await read({ severity, page: 1, per_page: 1 });
      return { severity, total: meta.total };
    }),
  );
  const pages = counts.flatMap(({ severity, total }) =>
    Array.from({ length: Math.ceil(total / PER_PAGE) }, (_, before) => ({
      ...{ severity, page: before + 1 },
      size: Math.min(PER_PAGE, total - before * PER_PAGE),
    })).reverse(),
  );
  const [page] = pages.slice(number - 1);
  const from = pages.slice(0, number - 1).reduce((sum, { size }) => sum + size, 1);
  const place = { total: meta.total, current_page: number, last_page: pages.length };
  if (!page) return { data: [], meta: { ...place, from, to: from } };
  const shown = await read({ severity: page.severity, page: page.page, per_page: PER_PAGE });
  const to = from + page.size - 1;
  return { data: shown.data.toSorted(worstFirst), meta: { ...place, from, to } };
}
