import {
  type FieldErrors,
  RecordNotFound,
  type RecordTable,
  TooManyRequests,
  ValidationFailed,
} from "../../shared/errors.ts";
import type { Endpoint } from "../../shared/http/endpoint.ts";
import type { PageMeta } from "../../shared/http/envelopes.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { Replayed } from "../../shared/http/responses.ts";
import { optionOf, WrongInput } from "./command.ts";
import { kindIn, noRecord } from "./records.ts";

/** An endpoint whose answer is a page of a list. */
export type ListEndpoint<Resource> = Endpoint<{ data: Resource[]; meta: PageMeta }>;

/** The parts of a request that an endpoint reads. */
interface Sent {
  /** `{website_uuid: "…"}` */
  path?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
  /** The command line takes the fields as options: errors name `--country-code`, not "Country code". */
  asOptions?: boolean;
}

/** Stands where an endpoint tells about the request's key. */
const OPERATORS_KEY = {
  uuid: "00000000-0000-0000-0000-000000000000",
  name: "operator",
  is_read_only: true,
  created_at: "2026-11-23T00:00:00+00:00",
};

/**
 * Calls an endpoint of the API as if this reseller had sent the request: no key is needed and no
 * request limit counts. A 404 or 422 of the endpoint becomes WrongInput.
 */
export async function asReseller<Answer>(
  reseller_uuid: string,
  endpoint: Endpoint<Answer>,
  { path = {}, query = {}, body, asOptions = false }: Sent,
): Promise<Answer> {
  const event = {
    reseller_uuid,
    api_key: OPERATORS_KEY,
    pathParameters: path,
    queryStringParameters: query,
    body,
    headers: {},
    rawQueryString: "",
    requestContext: { domainName: "", http: { path: "" }, timeEpoch: Date.now() },
  };
  try {
    const answer = await endpoint.answer(event as unknown as ApiEvent);
    return answer instanceof Replayed ? answer.answer : answer;
  } catch (error) {
    if (error instanceof RecordNotFound) throw notFound(error.table, path);
    if (error instanceof ValidationFailed) {
      throw new WrongInput(describe(error.errors, asOptions));
    }
    if (error instanceof TooManyRequests) {
      throw new WrongInput(
        `${error.message}. Try again in ${durationOf(error.retryAfterSeconds)}.`,
      );
    }
    throw error;
  }
}

function notFound(table: RecordTable, path: Record<string, string>): WrongInput {
  const kind = kindIn(table);
  if (kind !== undefined) return noRecord(kind, path[`${kind}_uuid`] ?? "");
  return new WrongInput(
    `Webhook ${path["webhook_uuid"]} has no delivery ${path["delivery_uuid"]}: "delivery list" shows those of the last 30 days.`,
  );
}

/** A sentence for each broken rule; fields that break the same one share it. */
function describe(errors: FieldErrors, asOptions: boolean): string {
  const textOf = (field: string) => Object.values(errors[field] ?? {})[0] ?? "";
  return [...Map.groupBy(Object.keys(errors), textOf)]
    .map(([text, fields]) => {
      const [field = ""] = fields;
      const label = field.replaceAll("_", " ");
      if (!text.toLowerCase().startsWith(`${label} `)) {
        return `${text}: ${fields.map(optionOf).join(", ")}.`;
      }
      return asOptions ? `${optionOf(field)}${text.slice(label.length)}.` : `${text}.`;
    })
    .join(" ");
}

/** `12 s`, or `60 minutes`. */
function durationOf(seconds: number): string {
  return seconds <= 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
}
