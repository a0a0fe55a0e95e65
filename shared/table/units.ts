import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionCanceledException, type TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { wireClient } from "./entity.ts";

/** Units of capacity, as DynamoDB counts them. */
interface Units {
  readUnits: number;
  writeUnits: number;
}

interface Metered {
  input: { ReturnConsumedCapacity?: "TOTAL" | "INDEXES"; TransactItems?: TransactWriteItem[] };
}
interface Capacity {
  CapacityUnits?: number;
}

const meter = new AsyncLocalStorage<Units>();

/** Does some work and adds the units of its requests to `units`. */
export async function metered<Result>(units: Units, work: () => Promise<Result>): Promise<Result> {
  return await meter.run(units, work);
}

wireClient.middlewareStack.add(
  (send, context) => async (args) => {
    const units = meter.getStore();
    if (units === undefined) return await send(args);
    const { input } = args as unknown as Metered;
    input.ReturnConsumedCapacity ??= "TOTAL";
    const isRead = /Get|Query/.test(String(context["commandName"]));
    const name = isRead ? "readUnits" : "writeUnits";
    try {
      const result = await send(args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) {
        units[name] += CapacityUnits;
      }
      return result;
    } catch (error) {
      // A refused write is paid for, too; DynamoDB does not tell its units.
      const items = error instanceof TransactionCanceledException ? input.TransactItems : undefined;
      units[name] += items ? 2 * items.length : 1;
      throw error;
    }
  },
  { step: "initialize", name: "units" },
);
