import { describe, expect, it } from "vitest";
import { synthesize, theOne } from "../support/stack.ts";

const template = synthesize("prod");
const stage = theOne(template, "AWS::ApiGatewayV2::Stage").Properties;

describe("the API", () => {
  it("is an HTTP API without CORS, since a key belongs into no browser", () => {
    const { ProtocolType, CorsConfiguration } = theOne(
      template,
      "AWS::ApiGatewayV2::Api",
    ).Properties;
    expect(ProtocolType).toBe("HTTP");
    expect(CorsConfiguration).toBeUndefined();
  });

  it("has one stage, without a prefix and deployed at once", () => {
    expect(stage).toMatchObject({ StageName: "$default", AutoDeploy: true });
  });

  it("is throttled as the settings say", () => {
    expect(stage.DefaultRouteSettings).toEqual({
      DetailedMetricsEnabled: true,
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
    });
  });

  it("logs each request as JSON, without its headers", () => {
    const { Format, DestinationArn } = stage.AccessLogSettings;
    expect(JSON.parse(Format)).toMatchObject({
      requestId: "$context.requestId",
      routeKey: "$context.routeKey",
      status: "$context.status",
      latencyMs: "$context.responseLatency",
      integrationError: "$context.integrationErrorMessage",
    });
    expect(Format).not.toMatch(/header|authorizer|identity\.(?!sourceIp)/i);
    const logGroup = template.Resources[DestinationArn["Fn::GetAtt"][0]];
    expect(logGroup?.Properties).toMatchObject({
      LogGroupName: "/aws/vendedlogs/reseller-monitoring-prod-api",
      RetentionInDays: 90,
    });
  });

  it("is told to whoever deploys it, with the table and the admin function", () => {
    expect(Object.keys(template.Outputs).toSorted()).toEqual([
      "AdminFunctionName",
      "ApiUrl",
      "TableName",
    ]);
  });
});
