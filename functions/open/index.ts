import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { ApiEvent } from "../../shared/http/event.ts";
import { gatewayHandler } from "../../shared/http/gateway.ts";
import { openRoutes } from "../../shared/http/routes.ts";
import { warmUp } from "../../shared/platform/table/entity.ts";
import { answerReference, hasSecurityContact } from "../reference/answerReference.ts";
import { answerHealth } from "./answerHealth.ts";
import { answerUnsubscribe } from "./answerUnsubscribe.ts";
import { answerShared } from "./sharedPages/answerShared.ts";

void warmUp();

const routes = openRoutes.filter((route) => hasSecurityContact || !route.endsWith("/security.txt"));

/** Answers all that needs no key: documentation, health, shared pages, unsubscribe links and unknown paths. */
export const handler = gatewayHandler(routes, answer);

async function answer(event: ApiEvent): Promise<APIGatewayProxyStructuredResultV2> {
  const [, path = ""] = event.routeKey.split(" ");
  if (path === "/") return { statusCode: 302, headers: { location: "/console" } };
  if (path === "/health") return await answerHealth();
  if (path.startsWith("/s/")) return await answerShared(event);
  if (path.startsWith("/unsubscribe/")) return await answerUnsubscribe(event);
  return answerReference(event);
}
