import { describe, expect, it } from "vitest";
import { EVERYTHING, resourcesOf, synthesize, theOne } from "../../support/stack.ts";

const template = synthesize("prod");
const stage = theOne(template, "AWS::ApiGatewayV2::Stage").Properties;

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

  it("leaves concurrency to requests with a key when many come without one", () => {
    const reserved = resourcesOf(synthesize("prod", EVERYTHING), "AWS::Lambda::Function")
      .map(([, { Properties }]) => Properties)
      .filter(({ ReservedConcurrentExecutions: reserve }) => reserve !== undefined);
    const { openConcurrency } = EVERYTHING;
    expect(reserved).toMatchObject([{ ReservedConcurrentExecutions: openConcurrency }]);
    expect(reserved[0].Tags).toContainEqual({ Key: "function", Value: "open" });
  });

  it("logs each request as JSON, without its headers", () => {
    const { Format } = stage.AccessLogSettings;
    expect(JSON.parse(Format)).toMatchObject({
      requestId: "$context.requestId",
      routeKey: "$context.routeKey",
      status: "$context.status",
      lambdaRequestId: "$context.integration.requestId",
      latencyMs: "$context.responseLatency",
      integrationError: "$context.integrationErrorMessage",
    });
    expect(Format).not.toMatch(/header|authorizer|identity\.(?!sourceIp)/i);
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
    expect(own.Outputs["ApiUrl"]?.Value).toBe("https://api.example.com");
    const isDisabled = (of: typeof own) =>
      theOne(of, "AWS::ApiGatewayV2::Api").Properties.DisableExecuteApiEndpoint;
    expect([isDisabled(own), isDisabled(template)]).toEqual([true, false]);
  });
});
