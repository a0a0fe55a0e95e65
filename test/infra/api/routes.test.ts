import { describe, expect, it } from "vitest";
import {
  apiFunctionNames,
  gatewayRoutes,
  openRoutes,
  routesOf,
} from "../../../shared/http/routes.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { folderOf, resourcesOf, synthesize } from "../../support/stack.ts";

/** Section 4.2 of the specification. */
const SPECIFIED = [
  "GET /v1/users",
  "POST /v1/onboarding",
  "GET /v1/businesses",
  "GET /v1/businesses/{business_uuid}",
  "POST /v1/businesses",
  "PATCH /v1/businesses/{business_uuid}",
  "DELETE /v1/businesses/{business_uuid}",
  "GET /v1/websites",
  "GET /v1/websites/{website_uuid}",
  "POST /v1/websites",
  "PATCH /v1/websites/{website_uuid}",
  "DELETE /v1/websites/{website_uuid}",
  "GET /v1/competitors",
  "GET /v1/competitors/{competitor_uuid}",
  "POST /v1/competitors",
  "PATCH /v1/competitors/{competitor_uuid}",
  "DELETE /v1/competitors/{competitor_uuid}",
  "GET /v1/plans",
  "GET /v1/feed-items",
  "GET /v1/webhooks",
  "POST /v1/webhooks",
  "DELETE /v1/webhooks/{webhook_uuid}",
];

describe("the routes", () => {
  const template = synthesize();
  const routes = resourcesOf(template, "AWS::ApiGatewayV2::Route").map(([, route]) => route);

  it("of the route table have those of the specification", () => {
    expect(routeKeys).toEqual(expect.arrayContaining(SPECIFIED));
  });

  it("of the stack are their paths, for all methods, those without a key, and $default", () => {
    const keys = routes.map(({ Properties }) => Properties.RouteKey);
    const expected = [...gatewayRoutes([...routeKeys, ...openRoutes]), "$default"];
    expect(keys.toSorted()).toEqual(expected.toSorted());
  });

  const served: Record<string, readonly string[]> = {
    ...Object.fromEntries(apiFunctionNames.map((name) => [name, gatewayRoutes(routesOf(name))])),
    open: [...gatewayRoutes(openRoutes), "$default"],
  };
  it.each(Object.entries(served))("of %s lead to its function", (name, keys) => {
    const targets = routes
      .filter(({ Properties }) => keys.includes(Properties.RouteKey))
      .map(({ Properties }) => functionBehind(Properties.Target));
    expect(new Set(targets)).toEqual(new Set([functionOf(name)]));
  });

  // A function's resource policy holds 20,480 bytes: about 45 statements.
  it("may each be invoked by API Gateway, by few statements of the function's policy", () => {
    const permissions = resourcesOf(template, "AWS::Lambda::Permission").map(
      ([, { Properties }]) => Properties,
    );
    for (const { Properties } of routes) {
      const statements = permissions.filter(
        ({ FunctionName }) => FunctionName.Ref === aliasBehind(Properties.Target),
      );
      expect(statements.length).toBeLessThanOrEqual(2);
      for (const source of sourcesOf(Properties.RouteKey, Properties.ApiId.Ref)) {
        const allowing = statements.filter(
          ({ Action, Principal, SourceArn }) =>
            Action === "lambda:InvokeFunction" &&
            Principal === "apigateway.amazonaws.com" &&
            isArnLike(source, asText(SourceArn)),
        );
        expect([source, allowing.length > 0]).toEqual([source, true]);
      }
    }
  });

  /** `integrations/<Ref>` leads to an integration, that to the alias of a function. */
  function aliasBehind(target: { "Fn::Join": [string, [string, { Ref: string }]] }): string {
    const integration = template.Resources[target["Fn::Join"][1][1].Ref];
    return integration?.Properties.IntegrationUri.Ref;
  }

  function functionBehind(target: { "Fn::Join": [string, [string, { Ref: string }]] }): string {
    return template.Resources[aliasBehind(target)]?.Properties.FunctionName.Ref;
  }

  function functionOf(folder: string): string {
    const functions = resourcesOf(template, "AWS::Lambda::Function");
    return functions.find(([, handler]) => folderOf(handler) === folder)?.[0] ?? "";
  }
});

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The ARNs that API Gateway calls a function with: `API/STAGE/METHOD/PATH`, of `$default` without a method. */
function sourcesOf(routeKey: string, api: string): string[] {
  const start = `arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:${api}/$default`;
  if (routeKey === "$default") return [`${start}/$default`];
  const [method = "", path = ""] = routeKey.split(" ");
  const methods = method === "ANY" ? ["ANY", ...METHODS] : [method];
  return methods.map((each) => `${start}/${each}${path}`);
}

/** A string with each `Ref` in it replaced by its name. */
function asText(value: { "Fn::Join": [string, (string | { Ref: string })[]] }): string {
  const [separator, parts] = value["Fn::Join"];
  return parts.map((part) => (typeof part === "string" ? part : part.Ref)).join(separator);
}

/** IAM's `ArnLike`: `*` stands for any text, and `?` for one character. */
function isArnLike(arn: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(arn);
}
