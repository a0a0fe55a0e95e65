import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import {
  endpointGroups,
  type GroupName,
  REQUEST_SECONDS,
  type RouteKey,
} from "../shared/routes.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./serviceFunction.ts";
import { rateVariables, type Settings, type Throttling } from "./settings.ts";
import { allowSigning, signingAccess } from "./signingKey.ts";
import { allowTableAccess, type TableAccess } from "./table.ts";

const TIMEOUT = Duration.seconds(REQUEST_SECONDS);

const everyWrite = ["PutItem", "UpdateItem", "DeleteItem"] as const;

/** Each endpoint group's actions on the items of resellers. */
const accessToOwned: Record<GroupName, TableAccess["table"][string]> = {
  users: ["GetItem", "BatchGetItem", "Query", ...everyWrite],
  onboarding: ["GetItem", "Query", ...everyWrite],
  businesses: ["GetItem", "BatchGetItem", "Query", ...everyWrite],
  websites: ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem", ...everyWrite],
  competitors: ["GetItem", "Query", ...everyWrite],
  digests: ["GetItem", "BatchGetItem", "Query"],
  shares: ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem", ...everyWrite],
  account: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
  deleted: ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem", ...everyWrite],
  plans: ["GetItem", "Query"],
  customFields: ["GetItem"],
  feedItems: ["GetItem", "BatchGetItem", "Query"],
  findings: ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem", "PutItem"],
  webhooks: ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem", ...everyWrite],
};

/** The endpoint groups whose requests take longest. */
const slow: GroupName[] = ["onboarding"];

/** The endpoint groups that query the search index. */
const search: GroupName[] = [
  "account",
  "businesses",
  "deleted",
  "feedItems",
  "findings",
  "onboarding",
  "websites",
];

/** The endpoint groups that show webhooks' secrets. */
const readSigningKey: GroupName[] = ["webhooks"];

/** A function that answers requests to the API. */
export class EndpointFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    folder: string,
    props: Pick<ServiceFunctionProps, "settings" | "description" | "loss" | "environment"> & {
      /** Answers requests without a key: few run at once, which leaves room for resellers. */
      isOpen?: true;
    },
  ) {
    const id = folder.charAt(0).toUpperCase() + folder.slice(1);
    const { isOpen, ...given } = props;
    const { allowedOrigins, concurrency, endpointMemoryMb: memoryMb } = given.settings;
    const environment = {
      ...given.environment,
      ...(allowedOrigins && { ALLOWED_ORIGINS: allowedOrigins }),
    };
    super(scope, id, {
      ...given,
      folder,
      memoryMb,
      timeout: TIMEOUT,
      environment,
      // Groups share the account's concurrency: a reserve would be a maximum that one reseller can fill.
      ...(concurrency && isOpen && { reservedConcurrentExecutions: concurrency.eachOpen }),
    });
  }
}

interface EndpointGroupProps {
  settings: Settings;
  table: ITableV2;
  signingKey: ISecret;
}

/** The function of an endpoint group. */
export class EndpointGroup extends EndpointFunction {
  readonly routes: readonly RouteKey[];
  /** Of each of the routes. */
  readonly throttling: Throttling;
  readonly showsSecrets: boolean;

  constructor(
    scope: Construct,
    name: GroupName,
    { settings, table, signingKey }: EndpointGroupProps,
  ) {
    const routes = endpointGroups[name];
    super(scope, name, {
      settings,
      description: `Answers the routes of ${name}`,
      loss: `Resellers get a 5xx for ${routes.join(", ")}`,
      environment: { TABLE_NAME: table.tableName, ...rateVariables(settings) },
    });
    this.routes = routes;
    this.showsSecrets = readSigningKey.includes(name);
    this.throttling = slow.includes(name) ? settings.slowThrottling : settings.throttling;
    allowTableAccess(this, table, {
      table: {
        // The middleware reads the request's key, and records from time to time that it was used.
        "apiKey#": ["GetItem", "UpdateItem"],
        // The middleware counts requests.
        "rate#": name === "account" ? ["UpdateItem", "GetItem"] : ["UpdateItem"],
        "reseller#": accessToOwned[name],
        ...(this.showsSecrets && signingAccess),
        ...(name === "account" && { "auditLog#": ["Query"], "usage#": ["Query"] }),
        // The export of a user.
        ...(name === "users" && { "auditLog#": ["BatchGetItem"] as const }),
        // What the tokens of shares lead to.
        ...(name === "shares" && { "share#": ["UpdateItem", "DeleteItem"] as const }),
        // The rounds of a website have today's figures.
        ...((name === "websites" || name === "digests") && {
          "bucket#": ["Query"],
          "buckets#": ["Query"],
        }),
      },
      ...(search.includes(name) && { search: { "reseller#": ["Query"] } }),
      ...(name === "users" && { search: { "auditLog#": ["Query"] } }),
      // The shares of a website or business.
      ...(name === "shares" && { index: { "reseller#": ["Query"] } }),
    });
    if (this.showsSecrets) allowSigning(this, signingKey);
  }
}
