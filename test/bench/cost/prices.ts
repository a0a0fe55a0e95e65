/**
 * USD in us-east-1 as AWS published them in 2025 (DynamoDB's are those since November 2024), without
 * any free tier, discount or tax.
 */
export const PRICES = {
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  httpApiRequest: 1 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGbSecond: 0.0000133334,
  sqsRequest: 0.4 / 1e6,
  schedulerCall: 1 / 1e6,
  /** A month; of an alarm for each metric that it watches. */
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  metric: 0.3,
  dashboard: 3,
  logGb: 0.5,
  trace: 5 / 1e6,
  /** A month; point-in-time recovery beside it. */
  storedGb: 0.25,
  recoverableGb: 0.2,
};

/** Memory at which Lambda gives a function one whole processor; less memory is less of it. */
const MB_OF_A_PROCESSOR = 1769;

export function tablePrice({ readUnits, writeUnits }: { readUnits: number; writeUnits: number }) {
  return readUnits * PRICES.readUnit + writeUnits * PRICES.writeUnit;
}

/** The price of a call, from its waiting time and its time on a whole processor, in seconds. */
export interface Call {
  memoryMb: number;
  waits: number;
  computes: number;
}

export function secondsOf({ memoryMb, waits, computes }: Call): number {
  return waits + computes * Math.max(1, MB_OF_A_PROCESSOR / memoryMb);
}

export function lambdaPrice(calls: number, call: Call): number {
  const gbSeconds = secondsOf(call) * (call.memoryMb / 1024);
  return calls * (PRICES.lambdaRequest + gbSeconds * PRICES.lambdaGbSecond);
}
