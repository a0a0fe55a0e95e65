import type { Context } from "aws-lambda";
import { createGateway } from "../../infra/local/http/gateway.ts";
import { startServer } from "../../infra/local/http/server.ts";
import { endpointGroups, referenceRoutes } from "../../shared/routes.ts";

const routes = new Map<string, string>([
  ...Object.entries(endpointGroups).flatMap(([group, keys]) =>
    keys.map((key): [string, string] => [key, group]),
  ),
  ...referenceRoutes.map((key): [string, string] => [key, "reference"]),
  ["$default", "unknownRoute"],
]);

/** The API's handlers behind HTTP on a free port: what a client sees, without workers. */
export async function startService(): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const server = await startServer(createGateway({ routes, invoke }), { port: 0 });
  return { baseUrl: `http://localhost:${server.port}`, close: () => server.close(0) };
}

async function invoke(folder: string, event: unknown): Promise<unknown> {
  const { handler } = await import(`../../functions/${folder}/index.ts`);
  return handler(event, {} as Context);
}
