import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { beforeAll, expect, test, vi } from "vitest";
import { itemsOf } from "../../support/clientFaults.ts";
import { makeReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { catalogue, commandNames } from "./catalogue.ts";
import { run } from "./run.ts";

beforeAll(() => {
  // The pauses before another try are a random part of their length: none.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => random.mockRestore();
});

test.each(commandNames)("%s waits for a transaction on what it writes", async (command) => {
  const { input, happened } = await catalogue[command](await makeReseller());
  const met = new Set<string>();
  const end = interceptRequests((request, given) => {
    const [item = ""] = itemsOf(given);
    if (!["Put", "Update", "Delete"].includes(request) || met.has(item)) return;
    met.add(item);
    throw new TransactionConflictException({ message: "conflict", $metadata: {} });
  });
  await run(command, input).finally(end);
  if (happened) expect(await happened()).toBe(true);
});
