import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { GroupName } from "./routes.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import { INDEX_NAME } from "./table.ts";

type Action =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "ConditionCheckItem"
  | "BatchWriteItem";

/** The DynamoDB actions of a function: a transaction needs those of the writes it is made of. */
export interface TableAccess {
  table: readonly Action[];
  index?: readonly Action[];
}

const everyWrite = ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"] as const;

/** What each endpoint group does with the table, beside looking up the key of the request. */
export const groupAccess: Record<GroupName, TableAccess> = {
  users: { table: ["Query"] },
  onboarding: { table: ["GetItem", "PutItem", "UpdateItem"] },
  businesses: { table: ["GetItem", "BatchGetItem", "Query", ...everyWrite] },
  websites: { table: ["GetItem", "Query", ...everyWrite] },
  competitors: { table: ["GetItem", "Query", ...everyWrite] },
  plans: { table: ["GetItem", "Query"] },
  feedItems: { table: ["Query"] },
  webhooks: { table: ["Query", "PutItem", "UpdateItem", "DeleteItem"] },
};

export const cleanupAccess: TableAccess = { table: ["Query", "BatchWriteItem"] };

export const adminAccess: TableAccess = {
  table: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
  index: ["Query"],
};

/** Allows a function these actions on exactly this table and, where named, its index. */
export function allowTableAccess(to: ServiceFunction, table: ITableV2, access: TableAccess) {
  allow(to, access.table, table.tableArn);
  if (access.index) allow(to, access.index, `${table.tableArn}/index/${INDEX_NAME}`);
}

/** Allows what the API key middleware does: read a key, and note now and then that it was used. */
export function allowKeyUse(to: ServiceFunction, table: ITableV2) {
  to.addToRolePolicy(
    new PolicyStatement({
      actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      resources: [table.tableArn],
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["apiKey#*"] } },
    }),
  );
}

function allow(to: ServiceFunction, actions: readonly Action[], resource: string) {
  to.addToRolePolicy(
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [resource],
    }),
  );
}
