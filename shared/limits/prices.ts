/**
 * USD in us-east-1 as AWS published them in 2025 (DynamoDB's are those since November 2024), without
 * any free tier, discount or tax.
 */
export const PRICES = {
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  /** For each 512 KB of a request or its answer. */
  httpApiRequest: 1 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGbSecond: 0.0000133334,
  /** To the internet, in the first and dearest tier. */
  dataOutGb: 0.09,
  logGb: 0.5,
  mail: 0.1 / 1e3,
} as const;

/**
 * USD of the provider for each check and audit: measured as the month of 1,000,000 websites of
 * `npm run bench -- scale`.
 */
export const MEASURED_USD = { check: 0.26 / 1e6, audit: 33 / 1e6 } as const;

/** Bytes of the access log's line and the function's for a request. */
const LOG_BYTES = 450 + 350;
/** API Gateway bills each such part of a request or its answer as a request. */
const METERED_BYTES = 512 * 1024;

/** What a request used. */
export interface Usage {
  readUnits: number;
  writeUnits: number;
  seconds: number;
  memoryMb: number;
  /** Of the request's body, and of the answer as it was sent. */
  bytesIn: number;
  bytesOut: number;
}

/** A request's price in USD, without what follows its answer. */
export function priceOf(usage: Usage): number {
  const { readUnits, writeUnits, seconds, memoryMb, bytesIn, bytesOut } = usage;
  const parts = Math.max(1, Math.ceil(Math.max(bytesIn, bytesOut) / METERED_BYTES));
  return (
    parts * PRICES.httpApiRequest +
    PRICES.lambdaRequest +
    seconds * (memoryMb / 1024) * PRICES.lambdaGbSecond +
    readUnits * PRICES.readUnit +
    writeUnits * PRICES.writeUnit +
    (bytesOut * PRICES.dataOutGb + LOG_BYTES * PRICES.logGb) / 1e9
  );
}
