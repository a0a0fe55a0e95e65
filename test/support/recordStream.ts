import { isDeepStrictEqual } from "node:util";
import type { DynamoDBRecord } from "aws-lambda";
import { followedEntities } from "../../functions/workers/changes/follows.ts";
import { tableConfiguration } from "../../shared/platform/table/entity.ts";
import { keysIn, readItems, type WireItem } from "./snapshot.ts";
import { asLambdaBrings } from "./stream.ts";

const { client } = tableConfiguration;
let numbers = 0;

/** What the table's stream brings the dispatcher of some work, whose writes must not be concurrent. */
export async function recordStream(work: () => Promise<unknown>): Promise<DynamoDBRecord[]> {
  const records: DynamoDBRecord[] = [];
  numbers += 1;
  const name = `stream-${numbers}`;
  client.middlewareStack.add(
    (send, { commandName = "" }) =>
      async (args) => {
        if (!/Put|Update|Delete|Write/.test(commandName)) return send(args);
        const keys = keysIn(args.input as object) as { pk: string; sk: string }[];
        const before = await readItems(keys);
        const result = await send(args);
        const after = await readItems(keys);
        for (const index of keys.keys()) records.push(...recordOf(before[index], after[index]));
        return result;
      },
    { step: "initialize", name },
  );
  try {
    await work();
  } finally {
    client.middlewareStack.remove(name);
  }
  return records;
}

function recordOf(before: WireItem | undefined, after: WireItem | undefined): DynamoDBRecord[] {
  const eventName = !before ? "INSERT" : after ? "MODIFY" : "REMOVE";
  const entity = (after ?? before)?.["__edb_e__"]?.S;
  if (isDeepStrictEqual(before, after)) return [];
  if (!followedEntities(eventName).includes(String(entity))) return [];
  numbers += 1;
  return [
    {
      eventID: `recorded-${numbers}`,
      eventName,
      dynamodb: {
        SequenceNumber: String(numbers),
        ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
        ...(before && { OldImage: asLambdaBrings(before) }),
        ...(after && { NewImage: asLambdaBrings(after) }),
      },
    },
  ];
}
