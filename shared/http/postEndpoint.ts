import { hash } from "node:crypto";
import * as z from "zod/mini";
import { described } from "../fields/described.ts";
import { rule } from "../fields/validationErrors.ts";
import type { Write } from "../platform/table/transact.ts";
import { answerOnce } from "./answerOnce.ts";
import {
  type Description,
  type Endpoint,
  type EndpointRequest,
  requestReader,
} from "./endpoint.ts";
import type { ApiEvent } from "./event.ts";
import { Replayed } from "./responses.ts";

interface PostDefinition<Query, Body, Kept, Answer> extends Description<Query, Body, Answer> {
  /** Does the work in one transaction with the writes of `keep`, which is given the answer to it. */
  answer(
    request: EndpointRequest<Query, Body> & { keep: (answer: NoInfer<Kept>) => Write[] },
  ): Promise<unknown>;
  /** Makes the answer of what is kept, if it has a secret: that is never stored. */
  reveal?(stored: Kept): Promise<NoInfer<Answer>>;
}

/**
 * Defines the endpoint of a POST, which does its work once for each `Idempotency-Key` and repeats its first answer:
 * the envelope that `answer` passes to `keep`.
 */
export function postEndpoint<Query = unknown, Body = unknown, Answer = unknown, Kept = Answer>(
  definition: PostDefinition<Query, Body, Kept, Answer>,
): Endpoint {
  const { route, answer, reveal = async (stored: Kept): Promise<unknown> => stored } = definition;
  const read = requestReader(definition, z.object({ idempotency_key: z.optional(idempotencyKey) }));
  return {
    ...definition,
    answer: async (event) => {
      const { request, headers } = read(event);
      const { idempotency_key } = headers;
      /** Does the work, and returns the answer that was kept with it. */
      const perform = async (writesOf: (answer: Kept) => Write[]): Promise<Kept> => {
        let answered: Kept | undefined;
        const keep = (envelope: Kept) => {
          answered = envelope;
          return writesOf(envelope);
        };
        await answer({ ...request, keep });
        if (answered === undefined) throw new Error(`${route} has kept no answer`);
        return answered;
      };
      if (idempotency_key === undefined) return await reveal(await perform(() => []));
      const { reseller_uuid } = request;
      const claimed = { reseller_uuid, ...identifyRequest(event, idempotency_key) };
      const stored = await answerOnce(claimed, perform);
      return stored instanceof Replayed
        ? new Replayed(await reveal(stored.answer))
        : await reveal(stored);
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
  "A name of your own for this request: a new one for each request that is not a retry. A request with the same key within 24 hours gets the first answer again, and nothing is done twice. With another body it answers 422, rule `mismatch` of `idempotency_key`; while the first request is being processed, 409. An error frees the key.",
);

function unquote(value: string): string {
  const [, quoted] = QUOTED.exec(value) ?? [];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? value;
}

/** Digests of the request that a key belongs to and of its body. */
function identifyRequest(event: ApiEvent, key: string) {
  const { routeKey, pathParameters = {}, rawQueryString, text, body } = event;
  const scope = [routeKey, pathParameters, rawQueryString, key];
  return { digest: sha256(JSON.stringify(scope)), fingerprint: sha256(text ?? String(body)) };
}

function sha256(content: string): string {
  return hash("sha256", content, "base64url");
}
