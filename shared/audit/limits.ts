/**
 * @file What an audit may cost. How many pages it reads is a setting, AUDIT_MAX_PAGES; how many audits run at once
 * follows from the function's memory.
 */

/** Time for one website, of which the crawl takes at most this share; the rest is for the analysers. */
export const AUDIT_MS = 120_000;
export const CRAWL_SHARE = 0.6;
/** Processor time; a large honest website takes a fifth of it, and one that inflates to far more ends here. */
export const PROCESSOR_MS = 45_000;
/** Heap of the thread that audits; the largest honest websites take half of it. */
export const HEAP_MB = 52;

/** Memory of the function besides its audits, and of each audit: its heap, what V8 adds, and bodies of answers. */
const BASE_MB = 192;
const EACH_MB = HEAP_MB + 20;

/** How many audits fit into a function's memory. */
export function auditsAtOnce(memoryMb: number): number {
  return Math.max(1, Math.floor((memoryMb - BASE_MB) / EACH_MB));
}
