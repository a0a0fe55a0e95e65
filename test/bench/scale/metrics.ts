import { CHECKS, LATENESS, POSTPONED, REFUSALS } from "../../../shared/metrics.ts";

/** The functions' own metrics that are always written. Each costs by the month; those of faults only while there are any. */
export const METRICS = [
  ...[LATENESS, CHECKS, REFUSALS].map((name) => `rounds ${name}`),
  ...[LATENESS, CHECKS].map((name) => `uptime ${name}`),
  ...[LATENESS, CHECKS, POSTPONED].map((name) => `audit ${name}`),
];
