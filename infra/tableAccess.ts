import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { allow } from "./allow.ts";
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
  /** Where said, only items whose partition key begins like this, in the table and in the index. */
  keys?: { table: string; index: string };
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

export const scheduleAccess: TableAccess = {
  table: ["GetItem", "PutItem", "UpdateItem"],
  index: ["Query"],
  keys: { table: "schedule#", index: "due#" },
};

export const changesAccess: TableAccess = {
  table: ["GetItem", "Query", "PutItem", "BatchWriteItem"],
};

export const uptimeAccess: TableAccess = {
  table: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
};

export const auditAccess: TableAccess = {
  table: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
};

export const competitorReaderAccess: TableAccess = { table: ["GetItem", "UpdateItem"] };

/** Allows a function these actions on exactly this table and, where named, its index. */
export function allowTableAccess(to: ServiceFunction, { tableArn }: ITableV2, access: TableAccess) {
  const { table, index, keys } = access;
  allow(to, table.map(dynamodb), tableArn, keys && keysLike(keys.table));
  if (!index) return;
  const indexArn = `${tableArn}/index/${INDEX_NAME}`;
  allow(to, index.map(dynamodb), indexArn, keys && keysLike(keys.index));
}

/** Allows what the API key middleware does: read a key, and note now and then that it was used. */
export function allowKeyUse(to: ServiceFunction, { tableArn }: ITableV2) {
  allow(to, ["GetItem", "UpdateItem"].map(dynamodb), tableArn, keysLike("apiKey#"));
}

function dynamodb(action: string): string {
  return `dynamodb:${action}`;
}

function keysLike(start: string) {
  return { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [`${start}*`] } };
}
