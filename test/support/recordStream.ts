import { isDeepStrictEqual } from "node:util";
import { GetItemCommand, type AttributeValue as Value } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { followedEntities } from "../../functions/changes/follows.ts";
import { tableConfiguration, wireClient } from "../../shared/table/entity.ts";
import { asLambdaBrings } from "./stream.ts";

type Item = Record<string, unknown>;
interface Operation {
  Key?: Item;
  Item?: Item;
  DeleteRequest?: { Key: Item };
  PutRequest?: { Item: Item };
}
interface Input extends Operation {
  TransactItems?: Record<string, Operation>[];
  RequestItems?: Record<string, Operation[]>;
}

const { table, client } = tableConfiguration;
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
        const keys = keysOf(args.input as Input);
        const before = await Promise.all(keys.map(readImage));
        const result = await send(args);
        const after = await Promise.all(keys.map(readImage));
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

function keysOf({ TransactItems, RequestItems, ...own }: Input): Item[] {
  const many = TransactItems?.flatMap((item) => Object.values(item)) ?? RequestItems?.[table];
  return (many ?? [own]).map(({ Key, Item, DeleteRequest, PutRequest }) => {
    const { pk, sk } = Key ?? Item ?? DeleteRequest?.Key ?? PutRequest?.Item ?? {};
    return { pk, sk };
  });
}

type Image = Record<string, Value>;

async function readImage(key: Item): Promise<Image | undefined> {
  const Key = marshall(key);
  const command = new GetItemCommand({ TableName: table, Key, ConsistentRead: true });
  return (await wireClient.send(command)).Item;
}

function recordOf(before: Image | undefined, after: Image | undefined): DynamoDBRecord[] {
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
