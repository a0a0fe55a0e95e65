import { optionalEnv } from "../env.ts";
import type { ApiEvent } from "./event.ts";

const PREFLIGHT_SECONDS = 7200;

/** The origins whose pages may read answers, which an operator has set; none otherwise. */
const allowedOrigins = optionalEnv("ALLOWED_ORIGINS")?.split(",") ?? [];

/** Whether answers depend on the origin that asks. */
export const variesByOrigin = allowedOrigins.length > 0;

/** What lets a page of an allowed origin read an answer (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export function corsHeaders(event: ApiEvent): Record<string, string> {
  const { origin } = event.headers;
  if (!origin || !allowedOrigins.includes(origin)) return {};
  return { "access-control-allow-origin": origin, "access-control-expose-headers": "*" };
}

/** What lets a page of an allowed origin ask with these methods, and any header. */
export function preflightHeaders(event: ApiEvent, methods: string): Record<string, string> {
  const isPreflight = event.headers["access-control-request-method"] !== undefined;
  if (!isPreflight || !corsHeaders(event)["access-control-allow-origin"]) return {};
  return {
    "access-control-allow-methods": methods,
    "access-control-allow-headers": "*",
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
}
