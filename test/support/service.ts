import type { Context } from "aws-lambda";
import { afterAll } from "vitest";
import { createGateway } from "../../infra/local/http/gateway.ts";
import { startServer } from "../../infra/local/http/server.ts";
import { routeKeys } from "../../shared/routes.ts";
import { handlerOf } from "./api.ts";
import { assertDocumented } from "./contract.ts";

/** The API's handlers behind HTTP on loopback, until the tests of the file are over; its base URL. */
export async function startService(): Promise<string> {
  const server = await startServer(
    createGateway({
      routes: new Map(routeKeys.map((route) => [route, route])),
      async invoke(route, event) {
        const response = await (await handlerOf(route))(event, {} as Context);
        assertDocumented(route, response);
        return response;
      },
    }),
    { port: 0, host: "127.0.0.1" },
  );
  afterAll(() => server.close(0));
  return `http://127.0.0.1:${server.port}`;
}
