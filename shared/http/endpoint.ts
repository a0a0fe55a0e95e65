import * as z from "zod/mini";
import { unknownParameters, validate } from "../fields/validationErrors.ts";
import { type FieldErrors, RecordNotFound, type RecordTable } from "../platform/errors.ts";
import { parseUuid } from "../platform/uuid.ts";
import type { ApiEvent } from "./event.ts";
import type { Replayed } from "./responses.ts";
import { servingRoute, strictLists } from "./routes.ts";

/** The input of an endpoint's `answer`. */
export interface EndpointRequest<Query, Body> {
  reseller_uuid: string;
  query: Query;
  body: Body;
  event: ApiEvent;
}

/** The identifier in the path, if the endpoint names its `record`. */
export type PathUuid<Table> = Table extends RecordTable ? { uuid: string } : object;

/** What an endpoint accepts. */
export interface Input<Query, Body, Table> {
  /** The schema of the query parameters. */
  query?: z.ZodMiniType<Query>;
  /** The schema of the body; without it, the endpoint takes no body. */
  body?: z.ZodMiniType<Body>;
  /** The table of the path's first record. An identifier that is not a UUID is a 404 of this table. */
  record?: Table;
  /** The answer contains a secret, so read-only keys are refused. */
  tellsSecret?: true;
}

interface Definition<Query, Body, Table, Answer> extends Input<Query, Body, Table> {
  /** Does the work and returns the envelope of the response. */
  answer(request: EndpointRequest<Query, Body> & PathUuid<Table>): Promise<Answer>;
}

/** An endpoint as its group calls it. */
export interface Endpoint<Answer = unknown> {
  query: z.ZodMiniType | undefined;
  body: z.ZodMiniType | undefined;
  tellsSecret?: true | undefined;
  answer(event: ApiEvent): Promise<Answer | Replayed<Answer>>;
}

/** The endpoint of a POST, which does its work once for each `Idempotency-Key`. */
export interface PostEndpoint<Answer = unknown> extends Endpoint<Answer> {
  takesIdempotencyKey: true;
}

/** Defines an endpoint by what it accepts and what it does. */
export function endpoint<
  Query = unknown,
  Body = unknown,
  Table extends RecordTable | undefined = undefined,
  Answer = unknown,
>(definition: Definition<Query, Body, Table, Answer>): Endpoint<Answer> {
  const { query, body, tellsSecret } = definition;
  const read = requestReader(definition, z.unknown());
  return {
    query,
    body,
    tellsSecret,
    answer: async (event) => definition.answer(read(event).request),
  };
}

/** Makes a function that reads and checks a request; it throws ValidationFailed or RecordNotFound. */
export function requestReader<Query, Body, Table extends RecordTable | undefined, Headers>(
  { query, body, record }: Input<Query, Body, Table>,
  headers: z.ZodMiniType<Headers>,
) {
  const input = z.object({
    query: query ?? (z.unknown() as z.ZodMiniType<Query>),
    body: body ?? (z.unknown() as z.ZodMiniType<Body>),
    headers,
  });
  return (event: ApiEvent) => {
    const { queryStringParameters, body, reseller_uuid } = event;
    if (reseller_uuid === undefined) throw new Error("The request is not authenticated");
    const request = {
      query: queryStringParameters ?? {},
      body,
      headers: { idempotency_key: event.headers["idempotency-key"] },
    };
    const { headers, ...checked } = validate(input, request, refusedParameters(event, query));
    const inPath = (record && { uuid: pathUuid(event, record) }) as PathUuid<Table>;
    return { headers, request: { ...checked, reseller_uuid, event, ...inPath } };
  };
}

const LENIENT = /(?:^|,)\s*handling\s*=\s*"?lenient"?\s*(?:[,;]|$)/i;

/** The errors of parameters that a strict list does not know, unless the client prefers it lenient (RFC 7240, 4.4). */
function refusedParameters(event: ApiEvent, query: z.ZodMiniType | undefined): FieldErrors {
  const { routeKey, queryStringParameters, headers } = event;
  const isStrict = strictLists.some((route) => route === servingRoute(routeKey));
  if (!isStrict || LENIENT.test(headers["prefer"] ?? "")) return {};
  const options = "This list has no such parameter";
  return Object.fromEntries(
    unknownParameters(query, queryStringParameters).map((name) => [name, { options }]),
  );
}

/** The path parameter of each table. */
const PARAMETERS: Record<RecordTable, string> = {
  users: "user_uuid",
  websites: "website_uuid",
  businesses: "business_uuid",
  competitors: "competitor_uuid",
  findings: "finding_uuid",
  maintenance_windows: "maintenance_window_uuid",
  prospects: "prospect_uuid",
  shares: "share_uuid",
  webhooks: "webhook_uuid",
  deliveries: "delivery_uuid",
  deletions: "deletion_uuid",
};

/** The identifier in the path for this table; throws RecordNotFound if it is not a UUID. */
export function pathUuid({ pathParameters }: ApiEvent, table: RecordTable): string {
  const uuid = parseUuid(pathParameters?.[PARAMETERS[table]]);
  if (!uuid) throw new RecordNotFound(table);
  return uuid;
}
