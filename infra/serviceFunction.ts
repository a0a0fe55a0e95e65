import { join } from "node:path";
import { type Duration, RemovalPolicy, Tags } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { bundledCode } from "./bundling/bundledCode.ts";
import type { Settings } from "./settings.ts";

export interface ServiceFunctionProps {
  settings: Settings;
  /** The folder below `functions/` whose `index.ts` exports `handler`. */
  folder: string;
  description: string;
  /** What a user loses while the function fails; the alarms say so. */
  loss: string;
  memoryMb: number;
  timeout: Duration;
  environment?: Record<string, string>;
  functionName?: string;
}

/** A Lambda function of this service: what all of them share, and a role of its own. */
export class ServiceFunction extends LambdaFunction {
  /** The absolute path of the handler's module; the local server runs it as it stands. */
  readonly entry: string;
  readonly folder: string;
  readonly loss: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { settings, folder, loss, memoryMb, ...rest } = props;
    const entry = join(import.meta.dirname, "..", "functions", folder, "index.ts");
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: settings.logRetention,
      removalPolicy: settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Not the managed policy, which allows writing to every log group of the account.
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      ...rest,
      code: bundledCode(entry),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      role,
      logGroup,
      // The functions write lines of JSON themselves. Text passes them on as they are; JSON would
      // read levels and times out of them, and add its own.
      loggingFormat: LoggingFormat.TEXT,
      // Lambda's own segments; a tracer in the bundle would cost each cold start 130 KB.
      tracing: Tracing.ACTIVE,
    });
    this.entry = entry;
    this.folder = folder;
    this.loss = loss;
    Tags.of(this).add("function", folder);
  }
}
