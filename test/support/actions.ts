import { tableConfiguration } from "../../shared/table.ts";

interface Input {
  IndexName?: string;
  Key?: unknown;
  TransactItems?: object[];
}

/** The IAM actions on the table and on its index that `work` needs, beside those of the API key. */
export async function actionsOf(work: () => Promise<unknown>) {
  const table = new Set<string>();
  const index = new Set<string>();
  const { middlewareStack } = tableConfiguration.client;
  const name = `actions-${Math.random()}`;
  middlewareStack.add(
    (send, { commandName }) =>
      async (args) => {
        const input = args.input as Input;
        const isKey = JSON.stringify(input.Key)?.includes("apiKey#") ?? false;
        for (const action of isKey ? [] : actionsFor(String(commandName), input)) {
          (input.IndexName ? index : table).add(action);
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
  return { table: [...table].toSorted(), index: [...index].toSorted() };
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
function actionsFor(commandName: string, { TransactItems }: Input): string[] {
  const operations = TransactItems?.flatMap((item) => Object.keys(item)) ?? [
    commandName.replace(/(Item)?Command$/, ""),
  ];
  return operations.map((operation) => ACTIONS[operation] ?? operation);
}
