import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { AssetHashType, DockerImage, type Duration, Tags } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Alias,
  Architecture,
  CfnFunction,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { removalPolicyFor } from "../data/retention.ts";
import { metricNamespace, type Settings } from "../settings.ts";

const FUNCTIONS = join(import.meta.dirname, "../../functions");

export interface ServiceFunctionProps {
  settings: Settings;
  /** The path below `functions/` of the folder whose `index.ts` exports `handler`. */
  folder: string;
  description: string;
  /** What a user loses while the function fails, for its alarms. */
  loss: string;
  memoryMb: number;
  timeout: Duration;
  environment?: Record<string, string>;
  functionName?: string;
  /** A new version gets a tenth of the calls first: it answers requests, or decides about downtime. */
  isGradual?: true;
  /** Reserved concurrency: as many can always run, and no more. */
  reservedConcurrentExecutions?: number;
}

/** A Lambda function with the settings that all share and a role of its own. */
export class ServiceFunction extends LambdaFunction {
  /** The last part of the folder's path: the function's name in tags, alarms and on a laptop. */
  readonly folderName: string;
  readonly loss: string;
  readonly memoryMb: number;
  /** The namespace of the metrics that the function writes. */
  readonly metricNamespace: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { settings, folder, loss, memoryMb, environment, isGradual, ...rest } = props;
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: settings.logRetentionDays,
      removalPolicy: removalPolicyFor(settings),
    });
    // The managed policy would allow writing to every log group of the account.
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      ...rest,
      // CloudFormation keeps a version that looks the same, even if an output under the same name is another
      // one, and Lambda publishes none without a change.
      description: settings.release
        ? `${rest.description} (${settings.release})`
        : rest.description,
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
    });
    this.folderName = basename(folder);
    this.loss = loss;
    this.memoryMb = memoryMb;
    this.metricNamespace = metricNamespace(settings);
    if (isGradual) {
      this.alias = new Alias(this, "Live", { aliasName: "live", version: this.currentVersion });
    }
    Tags.of(this).add("function", this.folderName);
  }

  /** The alias of a function that is deployed gradually: CodeDeploy moves it from version to version. */
  readonly alias: Alias | undefined;

  /** What is called: the alias if there is one. */
  get live(): IFunction {
    return this.alias ?? this;
  }

  /** Allows exactly these actions on these resources; grants of the CDK allow more than is used. */
  allow(actions: string[], resource: string | string[], conditions?: Record<string, unknown>) {
    const resources = [resource].flat();
    this.addToRolePolicy(
      new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }),
    );
  }

  /**
   * Lets the function continue its work by messages to itself. Lambda's loop detection would drop
   * them after about 16 calls.
   */
  allowGoingOn() {
    const { defaultChild } = this.node;
    if (!(defaultChild instanceof CfnFunction))
      throw new Error(`${this.folderName} is no function`);
    defaultChild.recursiveLoop = "Allow";
  }
}

/**
 * The code of a function, bundled by `infra/function/bundle.ts`; NodejsFunction can't take plugins at all.
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
 * Bundles all functions on the first call, in one process of its own: constructs are synchronous, and
 * esbuild's plugins are not.
 */
function bundleAll(): string {
  if (bundles) return bundles;
  const folder = mkdtempSync(join(tmpdir(), "bundles-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const script = join(import.meta.dirname, "bundleAll.ts");
  // At Go's default, garbage collection takes a quarter of esbuild's time.
  const env = { ...process.env, GOGC: "400" };
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { env });
  if (status !== 0) throw new Error(`Could not bundle the functions:\n${stderr}`);
  bundles = folder;
  return folder;
}
