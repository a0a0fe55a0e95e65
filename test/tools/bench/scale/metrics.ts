import { CHECKS, LATENESS } from "../../../../shared/platform/metrics.ts";

/** The functions' own metrics in usual operation. Each costs by the month; those of faults only while there are any. */
export const METRICS = [
  ...[LATENESS, CHECKS].map((name) => `rounds ${name}`),
  ...["uptime", "audit"].flatMap((worker) => [LATENESS, CHECKS].map((name) => `${worker} ${name}`)),
];
