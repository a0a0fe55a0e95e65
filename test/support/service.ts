import type { Context } from "aws-lambda";
import { afterAll } from "vitest";
import { createGateway } from "../../infra/local/http/gateway.ts";
import { startServer } from "../../infra/local/http/server.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { gatewayRoutes, openRoutes } from "../../shared/http/routes.ts";
import { handlerOf } from "./api.ts";
import { assertDocumented } from "./contract.ts";
import { routeKeys } from "./routeKeys.ts";

const pages = gatewayRoutes(openRoutes);
const routes = Object.fromEntries(
  [...gatewayRoutes(routeKeys), ...pages, "$default"].map((route) => [route, route]),
);

/** Serves the API's handlers on loopback until the file's tests are over. Returns the base URL. */
export async function startService(): Promise<string> {
  const server = await startServer(createGateway({ routes, invoke }), {
    port: 0,
    host: "127.0.0.1",
  });
  afterAll(() => server.close(0));
  return `http://127.0.0.1:${server.port}`;
}

async function invoke(route: string, event: unknown) {
  const response = await (await handlerOf(route))(event, {} as Context);
  const { rawPath, requestContext } = event as ApiEvent;
  const isPage = pages.includes(route) || openRoutes.some((each) => each === `GET ${rawPath}`);
  if (isPage) return response;
  const { http } = requestContext;
  assertDocumented(route.replace("ANY", http.method), response);
  return response;
}
