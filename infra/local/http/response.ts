/** A response of the gateway, ready to be written. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer;
}

// Lambda's limit on what a function returns.
const MAX_RESULT_BYTES = 6 * 1024 * 1024;

/** A response that API Gateway makes itself: `{"message": ...}`. */
export function gatewayMessage(status: number, message: string): ApiResponse {
  const headers = { "content-type": "application/json" };
  return { status, headers, cookies: [], body: Buffer.from(JSON.stringify({ message })) };
}

/** The response to a function that failed, or returned what is no response. */
export function internalError(): ApiResponse {
  return gatewayMessage(500, "Internal Server Error");
}

/** Reads what a function returned as an HTTP API reads a payload of format 2.0. */
export function readResult(result: unknown): ApiResponse {
  if (Buffer.byteLength(JSON.stringify(result)) > MAX_RESULT_BYTES) return internalError();
  if (!isRecord(result) || result["statusCode"] === undefined) return wrapResult(result);
  const { statusCode, headers = {}, cookies = [], body = "", isBase64Encoded = false } = result;
  const status = Number(statusCode);
  const valid =
    Number.isInteger(status) &&
    status >= 200 &&
    status <= 599 &&
    isRecord(headers) &&
    Object.values(headers).every((value) => typeof value !== "object") &&
    Array.isArray(cookies) &&
    (typeof body === "string" || body === null) &&
    typeof isBase64Encoded === "boolean";
  if (!valid) return internalError();
  return {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...lowerCaseNames(headers) },
    cookies: cookies.map(String),
    body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8"),
  };
}

// Without a statusCode API Gateway takes the whole result for the body of a 200.
function wrapResult(result: unknown): ApiResponse {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, cookies: [], body: Buffer.from(text) };
}

// The server counts the bytes itself and decides about the connection.
const NOT_PASSED_ON = new Set(["connection", "content-length", "keep-alive", "transfer-encoding"]);

function lowerCaseNames(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => !NOT_PASSED_ON.has(name)),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
