import { describe, expect, it } from "vitest";
import { apiFunctionNames } from "../../../shared/routes.ts";
import { EVERYTHING, folderOf, resourcesOf, synthesize, theOne } from "../../support/stack.ts";

const template = synthesize("prod");
const stage = theOne(template, "AWS::ApiGatewayV2::Stage").Properties;

const STACK_ID = { "Fn::Select": [2, { "Fn::Split": ["/", { Ref: "AWS::StackId" }] }] };

describe("the API", () => {
  // API Gateway refuses settings of a route that does not exist.
  it.each(["dev", "prod"])(
    "of %s has settings only for routes that differ and are made before",
    (name) => {
      const own = synthesize(name);
      const { Properties, DependsOn = [] } = theOne(own, "AWS::ApiGatewayV2::Stage");
      const ids = new Map(
        resourcesOf(own, "AWS::ApiGatewayV2::Route").map(([id, route]) => [
          route.Properties.RouteKey,
          id,
        ]),
      );
      for (const [routeKey, settings] of Object.entries(Properties.RouteSettings)) {
        expect(DependsOn).toContain(ids.get(routeKey));
        expect(settings).not.toEqual(Properties.DefaultRouteSettings);
      }
    },
  );

  it("runs few of the function that needs no key, if the settings tell the account's quota", () => {
    const reserving = synthesize("prod", EVERYTHING);
    const atOnce = Object.fromEntries(
      resourcesOf(reserving, "AWS::Lambda::Function").map(([, handler]) => [
        folderOf(handler),
        handler.Properties.ReservedConcurrentExecutions,
      ]),
    );
    expect(atOnce["open"]).toBe(20);
    for (const name of apiFunctionNames) expect(atOnce[name]).toBeUndefined();
  });

  it("gives each reseller 6,000 reads and 1,200 writes a minute", () => {
    for (const [, handler] of resourcesOf(template, "AWS::Lambda::Function")) {
      const counters: string[] = [...apiFunctionNames, ...["operators", "deliverer", "retrier"]];
      const counts = counters.includes(folderOf(handler));
      const variables = handler.Properties.Environment?.Variables ?? {};
      expect([variables.READS_PER_MINUTE, variables.WRITES_PER_MINUTE]).toEqual(
        counts ? ["6000", "1200"] : [undefined, undefined],
      );
    }
  });

  it("logs each request as JSON, without its headers", () => {
    const { Format, DestinationArn } = stage.AccessLogSettings;
    expect(JSON.parse(Format)).toMatchObject({
      requestId: "$context.requestId",
      routeKey: "$context.routeKey",
      status: "$context.status",
      lambdaRequestId: "$context.integration.requestId",
      latencyMs: "$context.responseLatency",
      integrationError: "$context.integrationErrorMessage",
    });
    expect(Format).not.toMatch(/header|authorizer|identity\.(?!sourceIp)/i);
    const logGroup = template.Resources[DestinationArn["Fn::GetAtt"][0]];
    expect(logGroup?.Properties).toMatchObject({
      LogGroupName: {
        "Fn::Join": ["", ["/aws/vendedlogs/reseller-monitoring-prod-api-", STACK_ID]],
      },
      RetentionInDays: 90,
    });
  });

  it("has the domain that the settings name, with TLS 1.2 or later", () => {
    const own = synthesize("prod", EVERYTHING);
    expect(theOne(own, "AWS::ApiGatewayV2::DomainName").Properties).toMatchObject({
      DomainName: "api.example.com",
      DomainNameConfigurations: [
        {
          CertificateArn: EVERYTHING.certificateArn,
          SecurityPolicy: "TLS_1_2",
          IpAddressType: "dualstack",
        },
      ],
    });
    const [domain] = resourcesOf(own, "AWS::ApiGatewayV2::DomainName")[0] ?? [];
    const mapping = theOne(own, "AWS::ApiGatewayV2::ApiMapping").Properties;
    expect(mapping).toMatchObject({ DomainName: { Ref: domain }, Stage: "$default" });
    expect(own.Outputs["ApiUrl"]?.Value).toBe("https://api.example.com");
    const isDisabled = (of: typeof own) =>
      theOne(of, "AWS::ApiGatewayV2::Api").Properties.DisableExecuteApiEndpoint;
    expect([isDisabled(own), isDisabled(template)]).toEqual([true, false]);
    expect(resourcesOf(template, "AWS::ApiGatewayV2::DomainName")).toEqual([]);
  });
});
