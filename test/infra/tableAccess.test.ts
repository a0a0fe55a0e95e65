import { expect, it } from "vitest";
import { requestsOf, type TableRequest } from "../support/actions.ts";
import { folderOf, resourcesOf, synthesize } from "../support/stack.ts";
import { callers } from "./scenarios/callers.ts";
import { endpointGroupScenarios } from "./scenarios/endpointGroups.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { workers } from "./scenarios/workers.ts";

const template = synthesize();
const functions = resourcesOf(template, "AWS::Lambda::Function");
const scenarios: Record<string, Scenario> = { ...endpointGroupScenarios, ...callers, ...workers };

/**
 * The embedded DynamoDB knows no IAM. So each function does here all that it can do with the table
 * and its index, and its role must allow exactly what is seen: no action and no start of a key is
 * missing, and none is left over. Without a scenario a function does nothing, and may nothing.
 */
it.each(functions.map(([, handler]) => folderOf(handler)))(
  "the role of %s allows exactly what it does with the table",
  async (folder) => {
    const prepare = scenarios[folder];
    const requests = prepare ? await requestsOf(await prepare()) : [];
    expect(distinct(requests.flatMap(pairsOf))).toEqual(distinct(allowedTo(folder)));
    // IAM compares all keys of a request with those of one statement.
    expect(requests.filter(({ keys }) => keys.length > 1)).toEqual([]);
  },
);

function pairsOf({ index, actions, keys }: TableRequest): string[] {
  return actions.flatMap((action) => keys.map((key) => nameOf(index, action, key)));
}

/** Of a role, each action with each start of a key, on the table and on its index. */
function allowedTo(folder: string): string[] {
  const [tableId] = resourcesOf(template, "AWS::DynamoDB::GlobalTable")[0] ?? [];
  const table = JSON.stringify({ "Fn::GetAtt": [tableId, "Arn"] });
  return statementsOf(folder)
    .filter(({ Resource }) => JSON.stringify(Resource).includes(table))
    .flatMap(({ Action, Resource, Condition }) => {
      const keys: string[] = Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
      const [, index] = /\/index\/(\w+)/.exec(JSON.stringify(Resource)) ?? [];
      return [Action].flat().flatMap((action: string) =>
        keys.map((key) => {
          expect(key).toMatch(/^\w+#?\*$/);
          return nameOf(index, action.replace("dynamodb:", ""), key.slice(0, -1));
        }),
      );
    });
}

function statementsOf(folder: string) {
  const [, handler] = functions.find(([, each]) => folderOf(each) === folder) ?? [];
  const [role] = handler?.Properties.Role["Fn::GetAtt"] ?? [];
  return resourcesOf(template, "AWS::IAM::Policy")
    .filter(([, { Properties }]) =>
      Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
}

function nameOf(index: string | undefined, action: string, key: string): string {
  return `${action} ${key}${index === undefined ? "" : ` of ${index}`}`;
}

function distinct(values: string[]): string[] {
  return [...new Set(values)].toSorted();
}
