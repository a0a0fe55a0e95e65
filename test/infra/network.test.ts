import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { NETWORK_CIDR } from "../../infra/network.ts";
import { isAllowedAddress } from "../../shared/outbound/destination.ts";
import { EVERYTHING, folderOf, resourcesOf, synthesize } from "../support/stack.ts";

/** The functions that visit hosts that are not ours. */
const VISITORS = [
  ...["audit", "competitorReader", "rounds", "uptime"],
  ...["deliverer", "retrier"],
];

describe("fixed addresses", () => {
  const template = synthesize("prod", EVERYTHING);
  const functions = resourcesOf(template, "AWS::Lambda::Function");
  const addresses = resourcesOf(template, "AWS::EC2::EIP").map(([id]) => id);

  it("are off by default, and nothing of a network is there", () => {
    const plain = synthesize("prod");
    const types = Object.values(plain.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith("AWS::EC2::"))).toEqual([]);
    expect(JSON.stringify(plain)).not.toMatch(/FIXED_ADDRESSES|VpcConfig|NetworkInterface/);
  });

  it("are those of the functions that visit hosts of others, and of no other", () => {
    const inside = functions
      .filter(([, { Properties }]) => Properties.VpcConfig)
      .map(([, one]) => folderOf(one));
    expect(inside.toSorted()).toEqual(VISITORS.toSorted());
  });

  it("are those of the NAT gateways, and the reference lists all of them", () => {
    const used = resourcesOf(template, "AWS::EC2::NatGateway").map(
      ([, { Properties }]) => Properties.AllocationId["Fn::GetAtt"][0],
    );
    expect(used.toSorted()).toEqual(addresses.toSorted());
    const [, reference] = functions.find(([, one]) => folderOf(one) === "open") ?? [];
    const listed = reference?.Properties.Environment.Variables.FIXED_ADDRESSES;
    expect(listed).toEqual({
      "Fn::Join": ["", [{ Ref: addresses[0] }, ",", { Ref: addresses[1] }]],
    });
  });

  it("are not passed by requests to the table and the queues", () => {
    const endpoints = resourcesOf(template, "AWS::EC2::VPCEndpoint").map(([, { Properties }]) => [
      Properties.VpcEndpointType,
      JSON.stringify(Properties.ServiceName),
    ]);
    expect(endpoints).toEqual([
      ["Gateway", expect.stringMatching(/dynamodb/)],
      ["Interface", expect.stringMatching(/sqs/)],
    ]);
  });

  it("let nothing in, and only the web's ports out", () => {
    const groups = resourcesOf(template, "AWS::EC2::SecurityGroup").map(
      ([, { Properties }]) => Properties,
    );
    const [visitors] = groups.filter(({ GroupDescription }) => /visit/.test(GroupDescription));
    expect(visitors?.SecurityGroupIngress).toBeUndefined();
    const ports = visitors?.SecurityGroupEgress.map(
      ({ IpProtocol, FromPort, ToPort }: Record<string, unknown>) => [IpProtocol, FromPort, ToPort],
    );
    expect(ports).toEqual([
      ["tcp", 80, 80],
      ["tcp", 443, 443],
    ]);
  });

  it("need network interfaces, which the functions' own code can't touch", () => {
    const statements = resourcesOf(template, "AWS::IAM::Policy")
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().includes("ec2:CreateNetworkInterface"));
    const denied = statements.filter(({ Effect }) => Effect === "Deny");
    expect(statements).toHaveLength(2 * VISITORS.length);
    expect(denied).toHaveLength(VISITORS.length);
    for (const { Condition } of denied) {
      expect(Condition.ArnLike["lambda:SourceFunctionArn"]).toBeDefined();
    }
  });

  it("open no way to the network itself, its name server or its metadata", () => {
    const [first, bits] = ipaddr.parseCIDR(NETWORK_CIDR);
    const start = first.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0);
    const at = (number: number) =>
      [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
    const offsets = [0, 1, 2, 2 ** (32 - bits) / 2, 2 ** (32 - bits) - 1];
    const own = offsets.map((offset) => at(start + offset));
    const ofAws = ["169.254.169.254", "169.254.169.253", "169.254.169.123", "fd00:ec2::254"];
    expect([...own, ...ofAws].filter(isAllowedAddress)).toEqual([]);
    expect(["1.1.1.1", "93.184.215.14"].filter(isAllowedAddress)).toHaveLength(2);
  });
});
