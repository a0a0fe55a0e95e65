import { onTestFinished, vi } from "vitest";
import { tableConfiguration } from "../../shared/platform/table/entity.ts";

export interface Cost {
  requests: number;
  /** Units of capacity as DynamoDB counts them, reads and writes. */
  readUnits: number;
  writeUnits: number;
  commands: string[];
}

interface Capacity {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
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
  const { middlewareStack } = tableConfiguration.client;
  const name = `cost-${Math.random()}`;
  middlewareStack.add(
    (send, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
      cost.requests += 1;
      const result = await send(args);
      const command = String(context.commandName).replace("Command", "");
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      const units = [ConsumedCapacity ?? []]
        .flat()
        .reduce((sum, c) => sum + (c.CapacityUnits ?? 0), 0);
      cost.commands.push(command);
      if (/Get|Query/.test(command)) cost.readUnits += units;
      else cost.writeUnits += units;
      return result;
    },
    { step: "initialize", name },
  );
  try {
    await work();
  } finally {
    middlewareStack.remove(name);
  }
  return cost;
}
