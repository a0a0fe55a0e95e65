import * as z from "zod/mini";
import type { Page } from "../../shared/pages/page.ts";

export type Status = "success" | "warning" | "error" | "info";

/** What an analyser found: `data` becomes the data of a feed item, and changes only when what it tells changes. */
export interface Finding<Data> {
  status: Status;
  data: Data;
}

/** At most so many details are kept with a finding; its counts are of all there are. */
export const MAX_DETAILS = 50;
const MAX_DETAIL_CHARACTERS = 300;

/** A text of a website as a detail shows it: at most 300 characters, without half a character at its end. */
export function clip(text: string): string {
  if (text.length <= MAX_DETAIL_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, MAX_DETAIL_CHARACTERS - 2).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}

export const count = z.int().check(z.nonnegative());
export const detailText = z.string().check(z.maxLength(MAX_DETAIL_CHARACTERS));

export function detailsOf<Detail extends z.core.$ZodType>(detail: Detail) {
  return z.array(detail).check(z.maxLength(MAX_DETAILS));
}

/** The pages whose content says something about the website: those answered with a 2xx status. */
export function readablePages(pages: Page[]): Page[] {
  return pages.filter(({ status }) => status >= 200 && status < 300);
}
