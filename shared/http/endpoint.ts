import * as z from "zod/mini";
import { unknownParameters, validate } from "../fields/validationErrors.ts";
import { type FieldErrors, RecordNotFound, recordTables } from "../platform/errors.ts";
import { parseUuid } from "../platform/uuid.ts";
import type { ApiEvent } from "./event.ts";
import type { ApiRoute } from "./routes.ts";

/** What an endpoint accepts and answers, and what the API's description says of it. */
export interface Description<Query, Body, Answer> {
  route: ApiRoute;
  /** The name of the endpoint. */
  id: string;
  /** What the endpoint does, in a few words. */
  summary: string;
  /** Further details, in Markdown. */
  details?: string;
  /** The schema of the query parameters. */
  query?: z.ZodMiniType<Query>;
  /** The schema of the body; without it, the endpoint takes no body. */
  body?: z.ZodMiniType<Body>;
  /** A body that the endpoint accepts, if it takes one. */
  exampleBody?: Readonly<Record<string, unknown>>;
  /** The schema of the answer with status 200. Bundles have no schemas of answers: only the document calls it. */
  response(): z.ZodMiniType<Answer>;
  /** The schemas that describe the body's fields, if not the answer's resource; called by the document only. */
  describedBy?(): readonly z.ZodMiniType[];
  /** The endpoint takes neither body nor query, and answers 422 because of a record's state. */
  refuses?: true;
  /** A list that the specification does not have refuses unknown parameters: a misspelt filter would list everything. */
  isStrict?: true;
  /** The answer contains a secret, so read-only keys are refused. */
  tellsSecret?: true;
}

/** The input of an endpoint's `answer`. */
export interface EndpointRequest<Query, Body> {
  reseller_uuid: string;
  /** The identifier of the first record in the path; empty if the path has none. */
  uuid: string;
  query: Query;
  body: Body;
  event: ApiEvent;
}

/** An endpoint as its function calls it. */
export interface Endpoint extends Description<unknown, unknown, unknown> {
  answer(event: ApiEvent): Promise<unknown>;
}

interface Definition<Query, Body, Answer> extends Description<Query, Body, Answer> {
  /** Does the work and returns the envelope of the response. */
  answer(request: EndpointRequest<Query, Body>): Promise<NoInfer<Answer>>;
}

/** Defines an endpoint that reads, changes or deletes; `postEndpoint` defines that of a POST. */
export function endpoint<Query = unknown, Body = unknown, Answer = unknown>(
  definition: Definition<Query, Body, Answer>,
): Endpoint {
  const read = requestReader(definition, z.unknown());
  return { ...definition, answer: async (event) => definition.answer(read(event).request) };
}

/** Makes a function that reads and checks a request; it throws ValidationFailed or RecordNotFound. */
export function requestReader<Query, Body, Headers>(
  { route, query, body, isStrict }: Description<Query, Body, unknown>,
  headers: z.ZodMiniType<Headers>,
) {
  const input = z.object({
    query: query ?? (z.unknown() as z.ZodMiniType<Query>),
    body: body ?? (z.unknown() as z.ZodMiniType<Body>),
    headers,
  });
  const [, name] = /\{(\w+)\}/.exec(route) ?? [];
  const parameter = name as keyof typeof recordTables | undefined;
  return (event: ApiEvent) => {
    const { queryStringParameters, body, reseller_uuid } = event;
    if (reseller_uuid === undefined) throw new Error("The request is not authenticated");
    const request = {
      query: queryStringParameters ?? {},
      body,
      headers: { idempotency_key: event.headers["idempotency-key"] },
    };
    const refused = isStrict ? refusedParameters(event, query) : {};
    const { headers, ...checked } = validate(input, request, refused);
    const uuid = parameter === undefined ? "" : pathUuid(event, parameter);
    return { headers, request: { ...checked, reseller_uuid, uuid, event } };
  };
}

const LENIENT = /(?:^|,)\s*handling\s*=\s*"?lenient"?\s*(?:[,;]|$)/i;

/** The errors of parameters that a strict list does not know, unless the client prefers it lenient (RFC 7240, 4.4). */
function refusedParameters(event: ApiEvent, query: z.ZodMiniType | undefined): FieldErrors {
  const { queryStringParameters, headers } = event;
  if (LENIENT.test(headers["prefer"] ?? "")) return {};
  const options = "This list has no such parameter";
  return Object.fromEntries(
    unknownParameters(query, queryStringParameters).map((name) => [name, { options }]),
  );
}

/** The identifier in the path with this name; throws RecordNotFound if it is not a UUID. */
export function pathUuid({ pathParameters }: ApiEvent, name: keyof typeof recordTables): string {
  const uuid = parseUuid(pathParameters?.[name]);
  if (!uuid) throw new RecordNotFound(recordTables[name]);
  return uuid;
}
