import { worstFirst } from "../../../shared/severity.ts";
import type { CursorPage, Page } from "./page.ts";

const PER_PAGE = 100;

/** A page of all findings, the worst and newest first. The API lists the oldest first, so all are read. */
export async function readWorstFirst<Finding extends Parameters<typeof worstFirst>[0]>(
  number: number,
  read: (query: { cursor?: string; per_page: number }) => Promise<CursorPage<Finding>>,
): Promise<Page<Finding>> {
  const all: Finding[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await read({ ...(cursor && { cursor }), per_page: PER_PAGE });
    all.push(...page.data);
    const { next_page_url } = page.meta;
    cursor = next_page_url && new URL(next_page_url).searchParams.get("cursor");
  }
  const before = (number - 1) * PER_PAGE;
  const data = all.toSorted(worstFirst).slice(before, before + PER_PAGE);
  const last_page = Math.max(1, Math.ceil(all.length / PER_PAGE));
  const place = { total: all.length, current_page: number, last_page };
  return { data, meta: { ...place, from: before + 1, to: before + data.length } };
}
