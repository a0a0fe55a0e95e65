import { Aws, CfnOutput, Fn } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  ApiMapping,
  type CfnRoute,
  CfnStage,
  DomainName,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  IpAddressType,
  LogGroupLogDestination,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { removalPolicyFor } from "../data/retention.ts";
import type { Settings, Throttling } from "../settings.ts";

/** The UUID at the end of `arn:aws:cloudformation:…:stack/NAME/UUID`. */
function stackId(): string {
  return Fn.select(2, Fn.split("/", Aws.STACK_ID));
}

/** One line for each request. No headers: one of them is the API key. */
const ACCESS_LOG = {
  requestId: "$context.requestId",
  lambdaRequestId: "$context.integration.requestId",
  time: "$context.requestTime",
  sourceIp: "$context.identity.sourceIp",
  method: "$context.httpMethod",
  routeKey: "$context.routeKey",
  status: "$context.status",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integrationLatency",
  integrationStatus: "$context.integrationStatus",
  integrationError: "$context.integrationErrorMessage",
  error: "$context.error.message",
};

/**
 * The `$default` stage, which adds no prefix to paths: throttled, logged, deployed at once. The access
 * log replaces metrics per route, which are billed per route.
 */
export class ApiStage extends HttpStage {
  readonly accessLogs: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { httpApi, settings }: { httpApi: HttpApi; settings: Settings },
  ) {
    const logGroup = new LogGroup(scope, "AccessLogs", {
      // With this prefix API Gateway adds no entry to the account's log policy, which is limited in
      // size. The stack's id keeps a retained log group from blocking the next stack.
      logGroupName: `/aws/vendedlogs/reseller-monitoring-${settings.stage}-api-${stackId()}`,
      retention: settings.logRetentionDays,
      removalPolicy: removalPolicyFor(settings),
    });
    const { requestsPerSecond, burst } = settings.throttling;
    super(scope, id, {
      httpApi,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    this.accessLogs = logGroup;
  }

  /**
   * Limits the requests of each of these routes other than by the stage's default. Settings of a route outlive it, and
   * the stage can't be updated then: the fewer, the better.
   */
  throttle(routes: HttpRoute[], { requestsPerSecond, burst }: Throttling) {
    const stage = this.node.defaultChild;
    if (!(stage instanceof CfnStage)) throw new Error("The stage is not a CfnStage");
    // A map of routes, whose settings the CDK passes on as they are.
    const own = { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst };
    const resources = routes.map((route) => route.node.defaultChild as CfnRoute);
    stage.routeSettings = Object.fromEntries(resources.map(({ routeKey }) => [routeKey, own]));
    // CloudFormation refuses settings of a route that does not exist yet.
    for (const route of resources) stage.addResourceDependency(route);
  }

  /** Adds the domain name of the settings, if any, and returns it. An output shows the DNS record to make. */
  addDomain(api: HttpApi, { domainName, certificateArn }: Settings): string | undefined {
    if (!domainName || !certificateArn) return undefined;
    const domain = new DomainName(this, "Domain", {
      domainName,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    new ApiMapping(this, "Mapping", { api, stage: this, domainName: domain });
    const value = `${domainName} CNAME ${domain.regionalDomainName}`;
    new CfnOutput(this, "DomainRecord", { value });
    return domainName;
  }
}
