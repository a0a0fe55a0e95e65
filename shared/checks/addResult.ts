import type { CheckRecord, CheckResult } from "../entities/check.ts";

const KEPT_RESULTS = 5;

/** The results of a check with this one, newest first; the oldest ones go. */
export function addResult({ results }: CheckRecord, result: CheckResult): CheckResult[] {
  return [result, ...results].slice(0, KEPT_RESULTS);
}
