import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { described } from "../fields/described.ts";
import type { ApiEvent } from "./event.ts";
import { rule } from "./validation.ts";

const MAX_LENGTH = 255;
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const FORMAT = /^(?:[ !#-~][ -~]*|"(?:[ !#-[\]-~]|\\["\\])+")$/;

/**
 * The header `idempotency-key`: 1 to 255 printable ASCII characters, quoted as a String of RFC 8941
 * or bare. The same characters are the same key either way.
 */
export const idempotencyKey = described(
  z.pipe(
    z.string().check(
      rule(
        "length",
        `Idempotency key must be 1 to ${MAX_LENGTH} characters`,
        (value) => {
          const { length } = unquote(value);
          return length >= 1 && length <= MAX_LENGTH;
        },
        { keywords: { minLength: 1 } },
      ),
      rule(
        "format",
        "Idempotency key must be printable ASCII characters, bare or within quotation marks",
        (value) => FORMAT.test(value),
        { keywords: { pattern: FORMAT.source } },
      ),
    ),
    z.transform(unquote),
  ),
  "A name of your own for this request: a new one for each request that is not a retry. A request with the same key within 24 hours gets the first answer again, and nothing is done twice. With another body it answers 422, rule `mismatch` of `idempotency_key`; while the first request is being processed, 409. An error frees the key.",
  "order-4711",
);

function unquote(value: string): string {
  const [, quoted] = QUOTED.exec(value) ?? [];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? value;
}

/** Digests of the request that a key belongs to, and of its body. */
export function identifyRequest(event: ApiEvent, key: string) {
  const { routeKey, pathParameters = {}, queryStringParameters = {}, text, body } = event;
  const scope = [routeKey, sorted(pathParameters), sorted(queryStringParameters), key];
  return { digest: digestOf(JSON.stringify(scope)), fingerprint: digestOf(text ?? String(body)) };
}

function sorted(values: object) {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
