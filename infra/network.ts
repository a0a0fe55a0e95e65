import { Stack } from "aws-cdk-lib";
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  NatProvider,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { FunctionOptions, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** Of private addresses, which the outbound client refuses. */
export const NETWORK_CIDR = "10.0.0.0/16";
/** One NAT gateway for each; a zone that fails takes its own address along. */
const ZONES = 2;
const WEB_PORTS = [80, 443];

/** What Lambda itself needs for a function in a VPC. */
const INTERFACE_ACTIONS = [
  "ec2:AssignPrivateIpAddresses",
  "ec2:CreateNetworkInterface",
  "ec2:DeleteNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:UnassignPrivateIpAddresses",
];

/** The stage's network, if its functions visit websites and webhooks from fixed addresses. */
export function networkOf(scope: Construct, settings: Settings): Network | undefined {
  return settings.fixedAddresses ? new Network(scope, "Network") : undefined;
}

/**
 * A network whose functions reach the internet from addresses of our own, by NAT. Requests to DynamoDB and
 * SQS don't pass the NAT gateways, which charge by the GB.
 */
export class Network extends Construct {
  /** The public addresses. */
  readonly addresses: string[];
  /** What puts a function into the network. */
  readonly options: Pick<FunctionOptions, "vpc" | "vpcSubnets" | "securityGroups">;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const elastic = Array.from(
      { length: ZONES },
      (_, index) => new CfnEIP(this, `Address${index + 1}`, { domain: "vpc" }),
    );
    this.addresses = elastic.map(({ ref }) => ref);
    const vpcSubnets = { subnetType: SubnetType.PRIVATE_WITH_EGRESS };
    const vpc = new Vpc(this, "Vpc", {
      ipAddresses: IpAddresses.cidr(NETWORK_CIDR),
      maxAzs: ZONES,
      natGateways: ZONES,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: elastic.map(({ attrAllocationId }) => attrAllocationId),
      }),
      // Nothing uses the default group; restricting it takes a function of its own.
      restrictDefaultSecurityGroup: false,
      gatewayEndpoints: {
        DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB, subnets: [vpcSubnets] },
      },
    });
    const visitors = new SecurityGroup(this, "Visitors", {
      vpc,
      description: "Functions that visit websites and webhooks",
      allowAllOutbound: false,
    });
    for (const port of WEB_PORTS) visitors.addEgressRule(Peer.anyIpv4(), Port.tcp(port));
    const queues = new SecurityGroup(this, "Queues", {
      vpc,
      description: "The endpoint of SQS",
      allowAllOutbound: false,
    });
    queues.addIngressRule(visitors, Port.tcp(443));
    vpc.addInterfaceEndpoint("Sqs", {
      service: InterfaceVpcEndpointAwsService.SQS,
      subnets: vpcSubnets,
      securityGroups: [queues],
      open: false,
    });
    this.options = { vpc, vpcSubnets, securityGroups: [visitors] };
  }
}

/** Lets Lambda connect a function to its network, and the function's own code do none of that. */
export function allowNetwork(to: LambdaFunction) {
  const { partition, region, account } = Stack.of(to);
  const statement = { actions: INTERFACE_ACTIONS, resources: ["*"] };
  to.addToRolePolicy(new PolicyStatement(statement));
  to.addToRolePolicy(
    new PolicyStatement({
      ...statement,
      effect: Effect.DENY,
      conditions: {
        ArnLike: {
          "lambda:SourceFunctionArn": `arn:${partition}:lambda:${region}:${account}:function:*`,
        },
      },
    }),
  );
}
