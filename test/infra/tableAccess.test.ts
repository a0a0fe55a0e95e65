import { it } from "vitest";
import { callers } from "./scenarios/callers.ts";
import { endpointGroupScenarios } from "./scenarios/endpointGroups.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { workers } from "./scenarios/workers.ts";
import { expectExactAccess, functionFolders } from "./tableAccess.ts";
import { requestsOf } from "./tableRequests.ts";

const scenarios: Record<string, Scenario> = { ...endpointGroupScenarios, ...callers, ...workers };

/**
 * The embedded DynamoDB knows no IAM. So each function does here all that it can do with the table
 * and its index, and its role must allow exactly what is seen: no action and no start of a key is
 * missing, and none is left over. Without a scenario a function does nothing, and may nothing. The
 * operators' function is tested with its commands, in `admin/catalogue.test.ts`.
 */
it.each(functionFolders.filter((folder) => folder !== "operators"))(
  "the role of %s allows exactly what it does with the table",
  async (folder) => {
    const prepare = scenarios[folder];
    expectExactAccess(folder, prepare ? await requestsOf(await prepare()) : []);
  },
);
