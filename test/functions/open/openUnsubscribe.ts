import type { Context } from "aws-lambda";
import { handler } from "../../../functions/open/index.ts";
import { eventFor, type TestRequest } from "../../support/api.ts";

/** Opens an unsubscribe link, or sends its form. */
export async function open(
  method: string,
  token: string,
  body?: string,
  request: TestRequest = {},
) {
  const route = `${method} /unsubscribe/{token}`;
  const sent = { ...request, uuid: token, ...(body && { body: Buffer.from(body) }) };
  const event = eventFor(route, sent);
  const { statusCode, headers = {}, body: html = "" } = await handler(event, {} as Context);
  return { status: statusCode, headers, html };
}
