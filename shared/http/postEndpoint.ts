import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { described } from "../fields/described.ts";
import { rule } from "../fields/validationErrors.ts";
import type { RecordTable } from "../platform/errors.ts";
import { parseUuid } from "../platform/uuid.ts";
import { answerOnce, type Keep } from "./answerOnce.ts";
import {
  type EndpointRequest,
  type Input,
  type PathUuid,
  type PostEndpoint,
  requestReader,
} from "./endpoint.ts";
import type { ApiEvent } from "./event.ts";
import { Replayed } from "./responses.ts";

interface PostDefinition<Query, Body, Table, Kept, Answer> extends Input<Query, Body, Table> {
  /**
   * Does the work in one transaction with the writes of `keep`, and returns what it gave to `keep`: the
   * envelope of the response, unless `reveal` makes the envelope.
   */
  answer(request: EndpointRequest<Query, Body> & PathUuid<Table> & { keep: Keep }): Promise<Kept>;
  /** Makes the envelope if it must not be stored because it has a secret. */
  reveal?(kept: Kept): Promise<Answer>;
}

/** Defines the endpoint of a POST, which answers a repeated `Idempotency-Key` with its first answer. */
export function postEndpoint<
  Query = unknown,
  Body = unknown,
  Table extends RecordTable | undefined = undefined,
  Kept = unknown,
  Answer = Kept,
>(definition: PostDefinition<Query, Body, Table, Kept, Answer>): PostEndpoint<Answer> {
  const { query, body, tellsSecret } = definition;
  const reveal = definition.reveal ?? (async (kept: Kept) => kept as unknown as Answer);
  const read = requestReader(definition, z.object({ idempotency_key: z.optional(idempotencyKey) }));
  return {
    query,
    body,
    tellsSecret,
    takesIdempotencyKey: true,
    answer: async (event) => {
      const { request, headers } = read(event);
      const { idempotency_key } = headers;
      if (idempotency_key === undefined) {
        return await reveal(await definition.answer({ ...request, keep: () => [] }));
      }
      const { reseller_uuid } = request;
      const claimed = { reseller_uuid, ...identifyRequest(event, idempotency_key) };
      const given = await answerOnce<Kept>(claimed, (keep) =>
        definition.answer({ ...request, keep }),
      );
      return given instanceof Replayed
        ? new Replayed(await reveal(given.answer))
        : await reveal(given);
    },
  };
}

const MAX_LENGTH = 255;
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const FORMAT = /^(?:[ !#-~][ -~]*|"(?:[ !#-[\]-~]|\\["\\])+")$/;

/**
 * The header `idempotency-key`: 1 to 255 printable ASCII characters, bare or quoted as a String of
 * RFC 8941. Quotes do not make another key.
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
  "A name of your own for this request: a new one for each request that is not a retry; a UUID is the same in capitals. A request with the same key within 24 hours gets the first answer again, and nothing is done twice. With another body it answers 422, rule `mismatch` of `idempotency_key`; while the first request is being processed, 409. An error frees the key.",
);

function unquote(value: string): string {
  const [, quoted] = QUOTED.exec(value) ?? [];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? value;
}

/** Digests of the request that a key belongs to and of its body. A UUID is the same in capitals. */
function identifyRequest(event: ApiEvent, key: string) {
  const { routeKey, pathParameters = {}, queryStringParameters = {}, text, body } = event;
  const scope = [routeKey, sorted(pathParameters), sorted(queryStringParameters), sameCase(key)];
  return { digest: digestOf(JSON.stringify(scope)), fingerprint: digestOf(text ?? String(body)) };
}

function sorted(values: Record<string, string | undefined>) {
  return Object.entries(values)
    .map(([name, value]) => [name, sameCase(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A UUID in lower case; any other text as it is. */
function sameCase(text: string | undefined): string | undefined {
  return parseUuid(text) ?? text;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
