import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssetHashType, DockerImage, type Duration, Tags } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { removalPolicyFor } from "./retention.ts";
import { metricNamespace, type Settings } from "./settings.ts";

const FUNCTIONS = join(import.meta.dirname, "..", "functions");

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
  /** So many of it are kept free, and more are never run. */
  reservedConcurrentExecutions?: number;
}

/** A Lambda function of this service: what all of them share, and a role of its own. */
export class ServiceFunction extends LambdaFunction {
  /** The absolute path of the handler's module; the local server runs it as it stands. */
  readonly entry: string;
  readonly folder: string;
  readonly loss: string;
  readonly memoryMb: number;
  /** Of what it counts itself. */
  readonly metricNamespace: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { settings, folder, loss, memoryMb, environment, ...rest } = props;
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: settings.logRetentionDays,
      removalPolicy: removalPolicyFor(settings),
    });
    // Not the managed policy, which allows writing to every log group of the account.
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      ...rest,
      environment: { ...environment, METRIC_NAMESPACE: metricNamespace(settings) },
      code: bundledCode(folder),
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
    this.entry = join(FUNCTIONS, folder, "index.ts");
    this.folder = folder;
    this.loss = loss;
    this.memoryMb = memoryMb;
    this.metricNamespace = metricNamespace(settings);
    Tags.of(this).add("function", folder);
  }

  /** Allows exactly these actions on these resources: CDK's own grants allow more than is used. */
  allow(actions: string[], resource: string | string[], conditions?: Record<string, unknown>) {
    const resources = [resource].flat();
    this.addToRolePolicy(
      new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }),
    );
  }

  /**
   * Lets it go on by messages to itself, as long as something is left to do: Lambda takes them for a
   * loop, and gives up what has called it some 16 times.
   */
  allowGoingOn() {
    const { defaultChild } = this.node;
    if (!(defaultChild instanceof CfnFunction)) throw new Error(`${this.folder} is no function`);
    defaultChild.recursiveLoop = "Allow";
  }
}

/**
 * The code of a function, bundled by `infra/bundling/bundle.ts`; NodejsFunction can't take plugins at all.
 */
function bundledCode(folder: string): Code {
  return Code.fromAsset(join(FUNCTIONS, folder), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Required by the type, never pulled: the local bundling either succeeds or throws.
      image: DockerImage.fromRegistry("none"),
      local: {
        tryBundle(outputFolder) {
          cpSync(join(bundleAll(), folder), outputFolder, { recursive: true });
          return true;
        },
      },
    },
  });
}

let bundles: string | undefined;

/**
 * All functions, when the first is asked for. In a process of its own because constructs are made
 * synchronously and esbuild's plugins are not; in one for all, which takes half as long as one for each.
 */
function bundleAll(): string {
  if (bundles) return bundles;
  const folder = mkdtempSync(join(tmpdir(), "bundles-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const script = join(import.meta.dirname, "bundling/bundle.ts");
  // The collector of esbuild takes a quarter of its time at Go's default.
  const env = { ...process.env, GOGC: "400" };
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { env });
  if (status !== 0) throw new Error(`Could not bundle the functions:\n${stderr}`);
  bundles = folder;
  return folder;
}
