import type { FaultCode } from "../../catalogue/faultTexts.ts";

/** Something that is wrong with a website. */
export interface Fault {
  /** Its kind. */
  code: string;
  /** What is at fault: the link, the word, the page. A fault with the same code and subject is the same finding. */
  subject: string;
  /** Identifies the subject, if its text does not: two addresses of one page are one subject. */
  key?: string;
  /** What the texts of its code may name, and what technicians may want to know. */
  detail: Record<string, unknown>;
  /** Some of the pages that have it; empty if it is about the website as a whole. */
  pages: string[];
  pages_count: number;
  /** How often it occurs on all pages; absent if it was not counted. */
  times?: number;
  /** It may be temporary, so it only counts if the previous audit saw it too. */
  isSuspect?: true;
}

/** A fault of the website as a whole. */
export function ofWebsite(code: FaultCode, subject: string, detail: Fault["detail"] = {}): Fault {
  return { code, subject, detail, pages: [], pages_count: 0 };
}

const MAX_TEXT_CHARACTERS = 300;

/** Shortens a website's text to 300 characters, without splitting a character. */
export function clip(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, MAX_TEXT_CHARACTERS - 2).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}

/** The most pages of a fault to keep. */
export const MAX_PAGES = 10;
/** The most different faults to keep. Only a hostile site has more. */
const MAX_FAULTS = 1000;
/** Beyond that limit, each code still keeps this many. */
const LEAST_OF_A_CODE = 10;

/** A fault at one place. Without a subject, the page as a whole has the fault. */
export interface Occurrence {
  code: FaultCode;
  subject?: string | undefined;
  detail?: Fault["detail"];
  /** The page that has it; absent if it is about the website as a whole. */
  page?: string;
}

/** Faults, each once with the pages that have it: a template repeats a fault on every page. */
export class FaultList {
  /** The number of faults without room. */
  more = 0;
  readonly #faults = new Map<string, Fault & { times: number }>();
  readonly #countOfCode = new Map<string, number>();
  /** The last page of each fault. */
  readonly #last = new Map<string, string | undefined>();

  add({ code, subject, detail = {}, page }: Occurrence) {
    const text = subject === undefined ? undefined : clip(subject);
    const id = JSON.stringify([code, text]);
    const existing = this.#faults.get(id);
    if (existing) {
      existing.times += 1;
      if (page !== undefined && this.#last.get(id) !== page) {
        existing.pages_count += 1;
        if (existing.pages.length < MAX_PAGES) existing.pages.push(clip(page));
      }
    } else {
      const ofCode = this.#countOfCode.get(code) ?? 0;
      if (this.#faults.size >= MAX_FAULTS && ofCode >= LEAST_OF_A_CODE) {
        this.more += 1;
        return;
      }
      this.#countOfCode.set(code, ofCode + 1);
      const pages = page === undefined ? [] : [clip(page)];
      this.#faults.set(id, {
        ...{ code, subject: text ?? pages[0] ?? "", detail, pages },
        // The first page that has the fault may be another one at the next audit.
        ...(text === undefined && { key: "" }),
        ...{ pages_count: pages.length, times: 1 },
      });
    }
    this.#last.set(id, page);
  }

  get all(): Fault[] {
    return [...this.#faults.values()];
  }
}
