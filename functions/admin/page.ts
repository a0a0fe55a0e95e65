import * as z from "zod/mini";
import type { ListedKind, ListedRecord } from "../../shared/lists/listedKind.ts";
import { readPage } from "../../shared/lists/readPage.ts";

export const PER_PAGE = 20;

const pageError = "--page must be a whole number from 1.";

/** Which page of a list is wanted. */
export const page = z._default(z.int(pageError).check(z.gte(1, pageError)), 1);

/** A page of a list and its records, and how many there are in all. */
export async function readNumberedPage<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  page: number,
) {
  const offset = (page - 1) * PER_PAGE;
  const { records, total } = await readPage(kind, place, { offset, limit: PER_PAGE });
  return { records, ...pagesOf(total, page) };
}

/** What is said above a page of a list. */
export function pagesOf(total: number, page: number) {
  return { total, page, last_page: Math.max(1, Math.ceil(total / PER_PAGE)) };
}
