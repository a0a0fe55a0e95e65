import { it } from "vitest";
import { apiFunctionScenarios } from "./scenarios/apiFunctions.ts";
import { callers } from "./scenarios/callers.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { workers } from "./scenarios/workers.ts";
import { expectExactAccess, functionFolders } from "./tableAccess.ts";
import { requestsOf, type TableRequest } from "./tableRequests.ts";

const scenarios: Record<string, Scenario> = { ...apiFunctionScenarios, ...callers, ...workers };
const requests: Record<string, Promise<TableRequest[]>> = {};

async function observe(prepare: Scenario | undefined) {
  return prepare ? await requestsOf(await prepare()) : [];
}

/**
 * The embedded DynamoDB has no IAM. Here each function does everything it can do with the table and its
 * index, and its role must allow exactly these actions and starts of keys. A function without a
 * scenario must have no access. `admin/catalogue.test.ts` tests the operators' function.
 */
it.each(functionFolders.filter((folder) => folder !== "operators"))(
  "the role of %s allows exactly what it does with the table",
  async (folder) => {
    requests[folder] ??= observe(scenarios[folder]);
    expectExactAccess(folder, await requests[folder]);
  },
);
