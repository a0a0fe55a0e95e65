import { basename } from "node:path";
import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import {
  type ApiFunctionName,
  REQUEST_SECONDS,
  type RouteKey,
  routesOf,
} from "../../shared/http/routes.ts";
import { allowSigning } from "../data/signingKey.ts";
import { allowTableAccess, EVERY_READ, EVERY_WRITE, type TableAccess } from "../data/table.ts";
import { ServiceFunction, type ServiceFunctionProps } from "../function/serviceFunction.ts";
import { rateVariables, type Settings } from "../settings.ts";

/** How long browsers remember that the own domain has HTTPS alone: a year. */
const HSTS_SECONDS = 365 * 24 * 3600;

const TIMEOUT = Duration.seconds(REQUEST_SECONDS);

/** Each function's actions on the items of resellers. */
const accessToOwned: Record<ApiFunctionName, TableAccess["table"][string]> = {
  users: [...EVERY_READ, ...EVERY_WRITE],
  onboarding: ["GetItem", "Query", "ConditionCheckItem", ...EVERY_WRITE],
  businesses: [...EVERY_READ, "ConditionCheckItem", ...EVERY_WRITE],
  websites: [...EVERY_READ, "ConditionCheckItem", ...EVERY_WRITE],
  competitors: ["GetItem", "Query", "ConditionCheckItem", ...EVERY_WRITE],
  account: [...EVERY_READ, "ConditionCheckItem", ...EVERY_WRITE],
  plans: ["GetItem", "Query"],
  feedItems: [...EVERY_READ, "ConditionCheckItem", "PutItem"],
  webhooks: [...EVERY_READ, ...EVERY_WRITE],
};

/** The functions that query the search index. */
const search: ApiFunctionName[] = ["account", "feedItems", "webhooks"];

/** The functions that show webhooks' secrets. */
const readSigningKey: ApiFunctionName[] = ["webhooks"];

/** The functions that show today's figures of websites, which are in their rounds. */
const readRounds: ApiFunctionName[] = ["users", "websites", "account"];

/** Those that show figures for lists, which are with the rounds of a bucket. */
const readFigures: ApiFunctionName[] = ["users", "account"];

/** A function that answers requests to the API. */
export class EndpointFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    folder: string,
    props: Pick<
      ServiceFunctionProps,
      "settings" | "description" | "loss" | "environment" | "reservedConcurrentExecutions"
    >,
  ) {
    const name = basename(folder);
    const id = name.charAt(0).toUpperCase() + name.slice(1);
    const { domainName, endpointMemoryMb } = props.settings;
    const environment = {
      ...props.environment,
      ...(domainName && { HSTS_SECONDS: String(HSTS_SECONDS) }),
    };
    super(scope, id, {
      ...props,
      folder,
      memoryMb: endpointMemoryMb,
      timeout: TIMEOUT,
      isGradual: true,
      environment,
    });
  }
}

interface ApiFunctionProps {
  settings: Settings;
  table: ITableV2;
  signingKey: ISecret;
}

/** A function of routes that need a key. */
export class ApiFunction extends EndpointFunction {
  readonly routes: readonly RouteKey[];

  constructor(
    scope: Construct,
    name: ApiFunctionName,
    { settings, table, signingKey }: ApiFunctionProps,
  ) {
    const routes = routesOf(name);
    super(scope, `api/${name}`, {
      settings,
      description: `Answers the routes of ${name}`,
      loss: `Resellers get a 5xx for ${routes.join(", ")}`,
      environment: {
        TABLE_NAME: table.tableName,
        ...rateVariables(settings),
        // The bucket of a website, in which its figures are, follows from its interval.
        ...(readFigures.includes(name) && {
          UPTIME_INTERVAL_MINUTES: String(settings.uptime.intervalMinutes),
        }),
      },
    });
    this.routes = routes;
    allowTableAccess(this, table, {
      table: {
        // The middleware reads the request's key, and records from time to time that it was used.
        "apiKey#": ["GetItem", "UpdateItem"],
        // The middleware counts requests.
        "rate#": ["UpdateItem"],
        "reseller#": accessToOwned[name],
        ...(name === "account" && {
          "auditLog#": ["Query"],
          "usage#": ["GetItem", "Query"],
          // What the tokens of shares lead to.
          "share#": ["GetItem", "ConditionCheckItem", ...EVERY_WRITE],
        }),
        // The pages of prospects, and how many were made today.
        ...(name === "onboarding" && {
          "share#": [...EVERY_WRITE, "ConditionCheckItem"],
          "usage#": ["GetItem", "PutItem", "UpdateItem"],
        }),
        // The export of a user.
        ...(name === "users" && { "auditLog#": ["BatchGetItem"] as const }),
        ...(readRounds.includes(name) && { "bucket#": ["Query"], "schedule#": ["Query"] }),
        // The figures of a user's digest are of both.
        ...(readFigures.includes(name) && {
          "bucket#": name === "users" ? ["BatchGetItem", "Query"] : ["BatchGetItem"],
        }),
      },
      ...(search.includes(name) && { search: { "reseller#": ["Query"] } }),
      ...(name === "users" && { search: { "auditLog#": ["Query"] } }),
      // The shares of a website or business, and the deliveries of a status.
      ...(name === "account" && { index: { "reseller#": ["Query"] } }),
    });
    if (readSigningKey.includes(name)) allowSigning(this, signingKey);
  }
}
