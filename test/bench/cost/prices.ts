import { PROCESSOR_MB } from "../../../functions/monitoring/pace.ts";
import { PRICES as OF_REQUESTS } from "../../../shared/limits/prices.ts";

/** USD, as in `shared/limits/prices.ts`. */
export const PRICES = {
  ...OF_REQUESTS,
  sqsRequest: 0.4 / 1e6,
  schedulerCall: 1 / 1e6,
  /** In each further region of the table. */
  replicatedWriteUnit: 0.625 / 1e6,
  betweenRegionsGb: 0.02,
  /** A month; of an alarm for each metric that it watches. */
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  metric: 0.3,
  dashboard: 3,
  /** A month, compressed to about a seventh. */
  storedLogGb: 0.03,
  /** A month; point-in-time recovery beside it. */
  storedGb: 0.25,
  recoverableGb: 0.2,
  secret: 0.4,
  secretCall: 0.05 / 1e4,
  natHour: 0.045,
  /** Either direction. */
  natGb: 0.045,
  addressHour: 0.005,
  /** Of an interface endpoint, an availability zone. */
  endpointHour: 0.01,
  endpointGb: 0.01,
};

/** A month's data to the internet: GB up to which a GB costs so much. */
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

/** The price of a call, from its waiting time and its time on a whole processor, in seconds. */
export interface Call {
  memoryMb: number;
  waits: number;
  computes: number;
}

export function secondsOf({ memoryMb, waits, computes }: Call): number {
  return waits + computes * Math.max(1, PROCESSOR_MB / memoryMb);
}

export function lambdaPrice(calls: number, call: Call): number {
  const gbSeconds = secondsOf(call) * (call.memoryMb / 1024);
  return calls * (PRICES.lambdaRequest + gbSeconds * PRICES.lambdaGbSecond);
}
