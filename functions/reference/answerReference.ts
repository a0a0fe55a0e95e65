import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { plainError } from "../../shared/http/errorResponses.ts";
import { type ApiEvent, originOf } from "../../shared/http/event.ts";
import { servingRoute } from "../../shared/http/routes.ts";
import { answerContent, type Content } from "./content.ts";
import { findPage } from "./findPage.ts";
import { prebuilt } from "./prebuilt.ts";
import { securityTxt } from "./securityTxt.ts";

/** Answers with the description of the API or a page about it. */
export function answerReference(event: ApiEvent): APIGatewayProxyStructuredResultV2 {
  const route = servingRoute(event.routeKey);
  const content = findContent(route, event);
  return content ? answerContent(event, content) : plainError(404, "There is nothing at this path");
}

function findContent(route: string, event: ApiEvent): Content | undefined {
  if (route === "GET /openapi.json") return openapiDocument(event);
  if (route === "GET /.well-known/security.txt") return securityTxt(event);
  const path = route.replace("{page}", event.pathParameters?.["page"] ?? "");
  return findPage(path.replace("GET ", ""), event);
}

function openapiDocument(event: ApiEvent): Content {
  return {
    type: "application/json",
    text: JSON.stringify({ ...prebuilt.document, servers: [{ url: originOf(event) }] }),
    // Other sites may show it: it is the same for everyone.
    headers: { "access-control-allow-origin": "*" },
  };
}
