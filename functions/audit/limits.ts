/** @file What an audit may cost. How many pages it reads is a setting, AUDIT_MAX_PAGES. */

/** Processor time; a large honest website takes a tenth of it. */
export const PROCESSOR_MS = 60_000;
/** Heap of the thread that audits. */
export const HEAP_MB = 112;
/** Time for one website: enough for 500 pages, or fewer of a slow one. */
export const SITE_MS = 420_000;
/** The share of that time that the crawl may take. The rest is for the analysers. */
export const CRAWL_SHARE = 0.5;
/** Links between the start page and the farthest page. */
export const MAX_DEPTH = 10;
/** For all that is kept of pages; only a hostile site reaches it. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** The rest of a page is not read. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;
