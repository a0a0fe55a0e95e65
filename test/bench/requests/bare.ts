import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { listWebsites } from "./lists.ts";

/** The document client and JSON, without a framework, checks, envelope or log line. */
export async function handler({ headers, queryStringParameters }: APIGatewayProxyEventV2) {
  const { businessUuid = "" } = queryStringParameters ?? {};
  const body = await listWebsites(headers["x-reseller"] ?? "", businessUuid);
  return { statusCode: 200, body: JSON.stringify(body) };
}
