import { expect } from "vitest";
import { folderOf, functionsOf, resourcesOf, synthesize } from "../../support/stack.ts";
import type { TableRequest } from "./tableRequests.ts";

const template = synthesize();
const functions = functionsOf(template);

/** The functions of the stack, by the names of their folders. */
export const functionFolders = functions.map(([, handler]) => folderOf(handler));

/**
 * Asserts that a function's role allows these requests to the table and its index, and what the roles of
 * `others` allow, and nothing else.
 */
export function expectExactAccess(folder: string, requests: TableRequest[], others: string[] = []) {
  const needed = [...requests.flatMap(pairsOf), ...others];
  expect(distinct(allowedTo(folder))).toEqual(distinct(needed));
}

function pairsOf({ index, actions, keys }: TableRequest): string[] {
  return actions.flatMap((action) => keys.map((key) => nameOf(index, action, key)));
}

/** Each action that a role allows with each start of a key, on the table and on its index. */
export function allowedTo(folder: string): string[] {
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
