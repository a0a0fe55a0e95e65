import { onTestFinished, vi } from "vitest";
import { addMiddleware } from "./interceptRequests.ts";

export interface Cost {
  requests: number;
  /** Units of capacity as DynamoDB counts them, reads and writes. */
  readUnits: number;
  writeUnits: number;
  commands: string[];
}

interface Capacity {
  CapacityUnits?: number;
}

interface Output {
  ConsumedCapacity?: Capacity | Capacity[];
}

/**
 * Stops the clock until the test is over. A container's caches last ten seconds, and on a busy machine they
 * would expire during the test.
 */
export function standStill() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
}

/** Runs `work` and counts the requests to DynamoDB that it makes, and the units they consume. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { requests: 0, readUnits: 0, writeUnits: 0, commands: [] };
  const end = addMiddleware((send, command) => async (args) => {
    args.input["ReturnConsumedCapacity"] = "INDEXES";
    cost.requests += 1;
    const result = await send(args);
    const { ConsumedCapacity = [] } = (result as { output: Output }).output;
    const units = [ConsumedCapacity].flat().reduce((sum, c) => sum + (c.CapacityUnits ?? 0), 0);
    cost.commands.push(command);
    if (/Get|Query/.test(command)) cost.readUnits += units;
    else cost.writeUnits += units;
    return result;
  });
  try {
    await work();
  } finally {
    end();
  }
  return cost;
}
