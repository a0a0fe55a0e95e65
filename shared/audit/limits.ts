/**
 * @file What an audit may cost. How many pages it reads is a setting, AUDIT_MAX_PAGES; how many audits run at once
 * follows from the function's memory.
 */

/** Time for one website. The crawl takes at most this share, so that the analysers have the rest. */
export const AUDIT_MS = 120_000;
export const CRAWL_SHARE = 0.6;
/** Heap of an audit's thread. The largest honest websites take half of it. */
export const HEAP_MB = 52;

/** Memory of the function apart from its audits, and of each audit: its heap, V8's overhead, and response bodies. */
const BASE_MB = 192;
const EACH_MB = HEAP_MB + 20;

/** How many audits fit into a function's memory. */
export function auditsAtOnce(memoryMb: number): number {
  return Math.max(1, Math.floor((memoryMb - BASE_MB) / EACH_MB));
}
