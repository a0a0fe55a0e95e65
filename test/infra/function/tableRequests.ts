import { interceptRequests } from "../../support/interceptRequests.ts";

type Item = Record<string, unknown>;

interface Operation {
  IndexName?: string;
  Key?: Item;
  Item?: Item;
  ExpressionAttributeValues?: Item;
}

interface Input extends Operation {
  TransactItems?: Record<string, Operation>[];
  /** By table: of BatchGetItem the keys, of BatchWriteItem what is put and deleted. */
  RequestItems?: Record<string, { Keys: Item[] } | Record<string, Operation>[]>;
}

/**
 * A request to the table as IAM sees it: its actions, and the starts of the partition keys of all
 * its items, to the first `#` (`reseller#`): what `dynamodb:LeadingKeys` is compared with.
 */
export interface TableRequest {
  /** The name of the index that is read, where it is one. */
  index: string | undefined;
  actions: string[];
  keys: string[];
}

/** The requests that `work` sends to the table and its index, each kind once. */
export async function requestsOf(work: () => Promise<unknown>): Promise<TableRequest[]> {
  const seen = new Map<string, TableRequest>();
  const end = interceptRequests((command, input) => {
    const request = describe(command, input);
    seen.set(JSON.stringify(request), request);
  });
  try {
    await work();
  } finally {
    end();
  }
  return [...seen.values()];
}

function describe(commandName: string, input: Input): TableRequest {
  const operations = operationsOf(commandName, input);
  return {
    index: input.IndexName,
    actions: distinct(operations.map(([action]) => action)),
    keys: distinct(operations.map(([, operation]) => startOfKey(operation))),
  };
}

/** A transaction needs the action of each of its items, and none of its own. */
function operationsOf(commandName: string, input: Input): [action: string, Operation][] {
  const { TransactItems, RequestItems } = input;
  if (TransactItems) {
    return TransactItems.flatMap(Object.entries).map(([name, item]) => [actionOf(name), item]);
  }
  const action = actionOf(commandName);
  if (!RequestItems) return [[action, input]];
  return Object.values(RequestItems)
    .flatMap((items): Operation[] =>
      Array.isArray(items)
        ? items.flatMap((item) => Object.values(item))
        : items.Keys.map((Key) => ({ Key })),
    )
    .map((operation) => [action, operation]);
}

/** `Query` is the one action that is named without an item. */
function actionOf(name: string): string {
  return name === "Query" ? name : `${name}Item`;
}

function startOfKey({ Key, Item, ExpressionAttributeValues }: Operation): string {
  const attribute = Key?.["pk"] ?? Item?.["pk"] ?? ExpressionAttributeValues?.[":pk"];
  // As it is, or as it goes over the wire.
  const key =
    typeof attribute === "object" && attribute && "S" in attribute ? attribute.S : attribute;
  if (typeof key !== "string") throw new Error("A request to the table without a partition key");
  return /^[^#]*#?/.exec(key)?.[0] ?? "";
}

function distinct(values: string[]): string[] {
  return [...new Set(values)].toSorted();
}
