import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { ApiEvent } from "./event.ts";
import { rule } from "./validation.ts";

const MAX_LENGTH = 255;
const PRINTABLE = /^[ -~]*$/;
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/**
 * The header `idempotency-key`: 1 to 255 printable ASCII characters, quoted as a String of RFC 8941
 * or bare. The same characters are the same key either way.
 */
export const idempotencyKey = z.pipe(
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
      "Idempotency key must be printable ASCII characters, quoted or bare",
      (value) => PRINTABLE.test(value) && (QUOTED.test(value) || !value.startsWith('"')),
      { keywords: { pattern: "^[ -~]*$" } },
    ),
  ),
  z.transform(unquote),
);

function unquote(value: string): string {
  const [, quoted] = QUOTED.exec(value) ?? [];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? value;
}

/** Where a key is kept: its digest, with what else it counts for. And what it was sent with. */
export function identifyRequest(event: ApiEvent, key: string) {
  const { routeKey, pathParameters = {}, queryStringParameters = {}, text, body } = event;
  const sorted = (values: object) =>
    Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const scope = [routeKey, sorted(pathParameters), sorted(queryStringParameters), key];
  return { digest: digestOf(JSON.stringify(scope)), fingerprint: digestOf(text ?? String(body)) };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
