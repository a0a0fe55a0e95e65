import * as z from "zod/mini";
import type { RecordTable } from "../errors.ts";
import { answerOnce, type Keep } from "./answerOnce.ts";
import {
  type EndpointRequest,
  type Input,
  type PathUuid,
  type PostEndpoint,
  requestReader,
} from "./endpoint.ts";
import { idempotencyKey, identifyRequest } from "./idempotencyKey.ts";
import { Replayed } from "./responses.ts";

interface PostDefinition<Query, Body, Table, Kept, Answer> extends Input<Query, Body, Table> {
  /**
   * Does what the endpoint is for, in a transaction with the writes of `keep`, and returns what it
   * kept: the envelope of the response, unless `reveal` makes that.
   */
  answer(request: EndpointRequest<Query, Body> & PathUuid<Table> & { keep: Keep }): Promise<Kept>;
  /** Makes the envelope of what was kept, where that must not be stored. */
  reveal?(kept: Kept): Promise<Answer>;
}

/** Defines the endpoint of a POST, which keeps its answers for requests with an `Idempotency-Key`. */
export function postEndpoint<
  Query = unknown,
  Body = unknown,
  Table extends RecordTable | undefined = undefined,
  Kept = unknown,
  Answer = Kept,
>(definition: PostDefinition<Query, Body, Table, Kept, Answer>): PostEndpoint<Answer> {
  const { query, body } = definition;
  const reveal = definition.reveal ?? (async (kept: Kept) => kept as unknown as Answer);
  const read = requestReader(definition, z.object({ idempotency_key: z.optional(idempotencyKey) }));
  return {
    query,
    body,
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
