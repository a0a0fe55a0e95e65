import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { GroupName } from "../shared/routes.ts";
import { allow } from "./allow.ts";
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
  /** Only items whose partition key begins like one of these. */
  keys: readonly string[];
  index?: { actions: readonly Action[]; keys: readonly string[] };
}

/**
 * What belongs to resellers. API keys are none of it: who got hold of a function that reads other
 * people's websites could otherwise write a key of any reseller.
 */
const owned = ["reseller#"];

const everyWrite = ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"] as const;

/** What each endpoint group does with the table, beside looking up the key of the request. */
export const groupAccess: Record<GroupName, TableAccess> = {
  users: { table: ["Query"], keys: owned },
  onboarding: { table: ["GetItem", "PutItem", "UpdateItem"], keys: owned },
  businesses: { table: ["GetItem", "BatchGetItem", "Query", ...everyWrite], keys: owned },
  websites: { table: ["GetItem", "Query", ...everyWrite], keys: owned },
  competitors: { table: ["GetItem", "Query", ...everyWrite], keys: owned },
  plans: { table: ["GetItem", "Query"], keys: owned },
  feedItems: { table: ["Query"], keys: owned },
  webhooks: { table: ["Query", "PutItem", "UpdateItem", "DeleteItem"], keys: owned },
};

export const cleanupAccess: TableAccess = { table: ["Query", "BatchWriteItem"], keys: owned };

export const adminAccess: TableAccess = {
  table: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
  keys: [...owned, "apiKey#"],
  index: {
    actions: ["Query"],
    keys: ["resellers", "reseller#", "plan#", "business#", "website#"],
  },
};

export const scheduleAccess: TableAccess = {
  table: ["GetItem", "PutItem", "UpdateItem"],
  keys: ["schedule#"],
  index: { actions: ["Query"], keys: ["due#"] },
};

export const changesAccess: TableAccess = {
  table: ["GetItem", "Query", "PutItem", "BatchWriteItem"],
  keys: owned,
};

export const uptimeAccess: TableAccess = {
  table: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
  keys: owned,
};

export const auditAccess: TableAccess = {
  table: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keys: [...owned, "answer#", "paceSlot#"],
};

export const competitorReaderAccess: TableAccess = {
  table: ["GetItem", "UpdateItem"],
  keys: owned,
};

/** Allows a function these actions on exactly this table and, where named, its index. */
export function allowTableAccess(to: ServiceFunction, { tableArn }: ITableV2, access: TableAccess) {
  const { table, keys, index } = access;
  allow(to, table.map(dynamodb), tableArn, keysLike(keys));
  if (!index) return;
  const indexArn = `${tableArn}/index/${INDEX_NAME}`;
  allow(to, index.actions.map(dynamodb), indexArn, keysLike(index.keys));
}

/** Allows what the API key middleware does: read a key, and note now and then that it was used. */
export function allowKeyUse(to: ServiceFunction, { tableArn }: ITableV2) {
  allow(to, ["GetItem", "UpdateItem"].map(dynamodb), tableArn, keysLike(["apiKey#"]));
}

function dynamodb(action: string): string {
  return `dynamodb:${action}`;
}

function keysLike(starts: readonly string[]) {
  const keys = starts.map((start) => `${start}*`);
  return { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": keys } };
}
