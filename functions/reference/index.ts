import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorResponses, plainError } from "../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { originOf } from "../../shared/http/origin.ts";
import { requestLog } from "../../shared/http/requestLog.ts";
import { answerContent } from "./content.ts";
import openapi from "./openapi.json" with { type: "json" };
import { findPage } from "./pages.ts";

/** The description of the API and the pages about it, for anyone: no key is asked for. */
export const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
  .use(requestLog())
  .use(errorResponses())
  .handler(async (event: ApiEvent) => {
    if (event.routeKey === "GET /openapi.json") return answerDocument(event);
    const path = event.routeKey.replace("{page}", event.pathParameters?.["page"] ?? "");
    const content = findPage(path.replace("GET ", ""), event);
    return content
      ? answerContent(event, content)
      : plainError(404, "There is nothing at this path");
  });

function answerDocument(event: ApiEvent) {
  return answerContent(event, {
    type: "application/json",
    text: JSON.stringify({ ...openapi, servers: [{ url: originOf(event) }] }),
    // For pages of others that show it. It says nothing of anybody.
    headers: { "access-control-allow-origin": "*" },
  });
}
