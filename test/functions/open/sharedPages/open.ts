import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { handler } from "../../../../functions/open/index.ts";
import type { ApiEvent } from "../../../../shared/http/event.ts";
import { eventFor, type TestRequest } from "../../../support/api.ts";

export const PAGE = "GET /s/{token}";
export const BADGE = "GET /s/{token}/badge.svg";

/** Asks the function of shared pages, as API Gateway does. */
export async function open(
  route: string,
  token: string,
  request: TestRequest = {},
): Promise<APIGatewayProxyStructuredResultV2 & { body: string; headers: Record<string, unknown> }> {
  const event = eventFor(route, { ...request, uuid: token }) as unknown as ApiEvent;
  const response = await handler(event, {} as Context);
  return { ...response, body: response.body ?? "", headers: response.headers ?? {} };
}

/** The data of a share. */
export async function readData(token: string) {
  const { body } = await open(PAGE, `${token}.json`);
  return JSON.parse(body);
}
