import type { MiddlewareObj } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import { BodyMalformed, BodyNotJson, BodyTooLarge } from "../platform/errors.ts";
import type { ApiEvent } from "./event.ts";

const BODY_BYTES = 256 * 1024;
const APPLICATION_JSON = /^application\/json\s*(;|$)/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses the body of a route that takes one: a JSON object of at most 256 KiB. Throws BodyTooLarge,
 * BodyNotJson or BodyMalformed.
 */
export function jsonBody(takesBody: (event: ApiEvent) => boolean): MiddlewareObj<ApiEvent> {
  const { before: parseJson } = httpJsonBodyParser();
  return {
    before: async (request) => {
      const { event } = request;
      if (!takesBody(event)) return;
      const text = decode(event);
      if (Buffer.byteLength(text) > BODY_BYTES) throw new BodyTooLarge("The body is over 256 KiB");
      if (!APPLICATION_JSON.test(event.headers["content-type"] ?? "")) {
        throw new BodyNotJson("The body must be sent as application/json");
      }
      Object.assign(event, { body: text, text, isBase64Encoded: false });
      try {
        await parseJson?.(request as Parameters<typeof parseJson>[0]);
      } catch {
        // It also refuses forbidden keys, which are ignored here like unknown fields.
        event.body = parseWithoutForbiddenKeys(text);
      }
      if (!isObject(event.body)) throw new BodyMalformed("The body must be a JSON object");
    },
  };
}

function decode({ body, isBase64Encoded }: ApiEvent): string {
  if (typeof body !== "string") return "";
  // AWS does not document what API Gateway makes of text that is not UTF-8. A decoder writes U+FFFD.
  if (!isBase64Encoded && body.includes("\ufffd")) {
    throw new BodyMalformed("The body is not valid UTF-8; U+FFFD itself is sent as \\ufffd");
  }
  if (!isBase64Encoded) return body;
  try {
    return utf8.decode(Buffer.from(body, "base64"));
  } catch {
    throw new BodyMalformed("The body is not valid UTF-8");
  }
}

/** As JSON.parse, without keys that could reach a prototype: they are ignored like unknown fields. Throws BodyMalformed. */
export function parseWithoutForbiddenKeys(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => (FORBIDDEN_KEYS.has(key) ? undefined : value));
  } catch {
    throw new BodyMalformed("The body is not valid JSON");
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
