/** Lambda gives a whole processor at this much memory. */
const PROCESSOR_MB = 1769;

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
  sqsRequest: 0.4 / 1e6,
  /** In addition, for each request about messages with a message group (a fair queue). */
  fairQueueRequest: 0.1 / 1e6,
  schedulerCall: 1 / 1e6,
  /** A month. */
  alarm: 0.1,
  metric: 0.3,
  dashboard: 3,
  /** By HTTPS. That of an endpoint in AWS would cost 0.50 more, after the first 50. */
  healthCheck: 1,
  secret: 0.4,
  secretCall: 0.05 / 1e4,
  /** A month, compressed. */
  storedLogGb: 0.03,
  storedGb: 0.25,
  recoverableGb: 0.2,
};

/** Data to the internet in a month: the price of a GB in each tier, and the GB at which the tier ends. */
const DATA_OUT: [upTo: number, price: number][] = [
  [10_240, 0.09],
  [51_200, 0.085],
  [153_600, 0.07],
  [Number.POSITIVE_INFINITY, 0.05],
];

export function dataOutPrice(gb: number): number {
  return DATA_OUT.reduce((sum, [upTo, price], index) => {
    const from = DATA_OUT[index - 1]?.[0] ?? 0;
    return sum + Math.max(0, Math.min(gb, upTo) - from) * price;
  }, 0);
}

export function tablePrice({ readUnits, writeUnits }: { readUnits: number; writeUnits: number }) {
  return readUnits * PRICES.readUnit + writeUnits * PRICES.writeUnit;
}

/** How long some processor time takes at a function's memory, in seconds. */
export function atMemory(memoryMb: number, processorSeconds: number): number {
  return processorSeconds * Math.max(1, PROCESSOR_MB / memoryMb);
}

export function lambdaPrice(calls: number, memoryMb: number, seconds: number): number {
  return calls * (PRICES.lambdaRequest + seconds * (memoryMb / 1024) * PRICES.lambdaGbSecond);
}
