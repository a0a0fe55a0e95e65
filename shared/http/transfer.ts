import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { optionalEnv } from "../platform/env.ts";
import type { ApiEvent } from "./event.ts";

type Response = APIGatewayProxyStructuredResultV2;

/** The content codings of a body, best compression first. */
const codings = ["br", "gzip"] as const;
type Coding = (typeof codings)[number];

/**
 * Prepares every response for its transfer: its request's id, compression, no body for HEAD, HTTPS only on an own domain,
 * no guessing of its type.
 */
export function transfer(): MiddlewareObj<ApiEvent, Response> {
  const finish: MiddlewareObj<ApiEvent, Response>["after"] = (request) => {
    const { event, response } = request;
    if (!response) return;
    const sent = encoded(event, withCommonHeaders(event, response));
    const { method } = event.requestContext.http;
    request.response = method === "HEAD" ? withoutBody(sent) : sent;
  };
  return { after: finish, onError: finish };
}

function withCommonHeaders(event: ApiEvent, response: Response): Response {
  const { headers: { vary, ...headers } = {} } = response;
  const varying = [vary, "accept-encoding"].filter(Boolean).join(", ");
  return {
    ...response,
    headers: {
      "x-request-id": event.requestContext.requestId,
      "x-content-type-options": "nosniff",
      ...(hstsSeconds && { "strict-transport-security": `max-age=${hstsSeconds}` }),
      ...event.answer_headers,
      ...headers,
      vary: varying,
    },
  };
}

/**
 * Compresses the body if the client accepts that. The result is base64, which API Gateway decodes and
 * which counts toward the 6 MB that a function may return: a body that would grow is sent as it is.
 */
function encoded(event: ApiEvent, response: Response): Response {
  const { body, isBase64Encoded } = response;
  if (!body || isBase64Encoded) return response;
  const bytes = Buffer.byteLength(body);
  const coding = chooseCoding(event.headers["accept-encoding"], bytes);
  if (!coding) return response;
  const base64 = encode(body, coding).toString("base64");
  if (base64.length >= bytes) return response;
  const headers = { ...response.headers, "content-encoding": coding };
  return { ...response, headers, body: base64, isBase64Encoded: true };
}

function withoutBody({ body: _, isBase64Encoded: __, ...response }: Response): Response {
  return response;
}

/** How long browsers use HTTPS alone for the API's own domain (RFC 6797). Default: there is no such domain. */
const hstsSeconds = optionalEnv("HSTS_SECONDS");

/** Smaller bodies fit into one packet and are not compressed. */
const WORTH_BYTES = 1000;

/** From 0 to 11. Higher costs more in processor time than it saves in traffic. */
const BROTLI_QUALITY = 5;

/** The best coding that a client accepts for a body of this size (RFC 9110, 12.5.3); undefined: uncompressed. */
export function chooseCoding(acceptEncoding = "", bytes = WORTH_BYTES): Coding | undefined {
  if (bytes < WORTH_BYTES) return undefined;
  const accepted = acceptEncoding.toLowerCase().replaceAll(/\s/g, "").split(",");
  return codings.find((coding) =>
    accepted.some((each) => each.split(";", 1)[0] === coding && !/;q=0(?:\.0*)?$/.test(each)),
  );
}

function encode(text: string, coding: Coding): Buffer {
  if (coding === "gzip") return gzipSync(text);
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
