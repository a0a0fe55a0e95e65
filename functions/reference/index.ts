import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorResponses, plainError } from "../../shared/http/errorResponses.ts";
import { type ApiEvent, originOf } from "../../shared/http/event.ts";
import { requestLog, withRequestId } from "../../shared/http/requestLog.ts";
import { jsonResponse } from "../../shared/http/responses.ts";
import { transfer } from "../../shared/http/transfer.ts";
import { servingRoute } from "../../shared/routes.ts";
import { answerContent, type Content } from "./content.ts";
import openapi from "./openapi.json" with { type: "json" };
import { findPage } from "./pages.ts";
import { securityTxt } from "./securityTxt.ts";

/** The description of the API and the pages about it, for anyone: no key is asked for. */
export const handler = withRequestId(
  middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(requestLog())
    .use(transfer())
    .use(errorResponses())
    .handler(async (event: ApiEvent) => {
      const route = servingRoute(event.routeKey);
      // Reads nothing: that the API is reachable and which version it is, not that the table is well.
      if (route === "GET /health") {
        return jsonResponse(200, { status: "ok", version: openapi.info.version });
      }
      const content = findContent(route, event);
      return content
        ? answerContent(event, content)
        : plainError(404, "There is nothing at this path");
    }),
);

function findContent(route: string, event: ApiEvent): Content | undefined {
  if (route === "GET /openapi.json") return openapiDocument(event);
  if (route === "GET /.well-known/security.txt") return securityTxt(event);
  const path = route.replace("{page}", event.pathParameters?.["page"] ?? "");
  return findPage(path.replace("GET ", ""), event);
}

function openapiDocument(event: ApiEvent): Content {
  return {
    type: "application/json",
    text: JSON.stringify({ ...openapi, servers: [{ url: originOf(event) }] }),
    // For pages of others that show it. It says nothing of anybody.
    headers: { "access-control-allow-origin": "*" },
  };
}
