import { tableConfiguration } from "../../shared/table/configuration.ts";

type Item = Record<string, unknown>;

interface Operation {
  IndexName?: string;
  Key?: Item;
  Item?: Item;
  ExpressionAttributeValues?: Item;
}

type Input = Operation & { TransactItems?: Record<string, Operation>[] };

/** What work asked of the table, or of its index: IAM actions, and the partition keys where one request has one. */
export interface Asked {
  actions: string[];
  keys: string[];
}

/** What `work` asks of the table and of its index, beside what is asked about the API key. */
export async function actionsOf(work: () => Promise<unknown>) {
  const seen = { table: nothing(), index: nothing() };
  const { middlewareStack } = tableConfiguration.client;
  const name = `actions-${Math.random()}`;
  middlewareStack.add(
    (send, { commandName }) =>
      async (args) => {
        const { IndexName, ...input } = args.input as Input;
        const asked = IndexName ? seen.index : seen.table;
        for (const [action, operation] of operationsOf(String(commandName), input)) {
          const key = keyOf(operation);
          if (key.startsWith("apiKey#")) continue;
          asked.actions.add(action);
          asked.keys.add(key);
        }
        return send(args);
      },
    { step: "initialize", name },
  );
  try {
    await work();
  } finally {
    middlewareStack.remove(name);
  }
  return { table: sorted(seen.table), index: sorted(seen.index) };
}

function nothing() {
  return { actions: new Set<string>(), keys: new Set<string>() };
}

function sorted({ actions, keys }: ReturnType<typeof nothing>): Asked {
  return { actions: [...actions].toSorted(), keys: [...keys].toSorted() };
}

function keyOf({ Key, Item, ExpressionAttributeValues }: Operation): string {
  return String(Key?.["pk"] ?? Item?.["pk"] ?? ExpressionAttributeValues?.[":pk"] ?? "");
}

const ACTIONS: Record<string, string> = {
  Get: "GetItem",
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
  BatchGet: "BatchGetItem",
  BatchWrite: "BatchWriteItem",
};

/** A transaction needs the action of each of its items, and none of its own. */
function operationsOf(commandName: string, input: Input): [action: string, Operation][] {
  const operations = input.TransactItems?.flatMap((item) => Object.entries(item)) ?? [
    [commandName.replace(/(Item)?Command$/, ""), input] as const,
  ];
  return operations.map(([name, operation]) => [ACTIONS[name] ?? name, operation]);
}
