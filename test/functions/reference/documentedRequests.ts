import fc from "fast-check";
import { exampleIds } from "../../../shared/resources/schemas.ts";
import type { TestRequest } from "../../support/api.ts";
import { type JsonSchema, operationOf, type Parameter } from "../../support/contract.ts";
import type { Estate } from "../../support/factories.ts";
import { acceptedRequest, type Kind } from "../../support/requests.ts";

/** Whatever the keywords of a schema allow; often the existing value, which keeps the other rules, too. */
function documentedValue(schema: JsonSchema, existing?: unknown): fc.Arbitrary<unknown> {
  const anything = anyValue(schema, existing);
  if (existing === undefined) return anything;
  return fc.oneof({ weight: 3, arbitrary: fc.constant(existing) }, anything);
}

function anyValue(schema: JsonSchema, existing?: unknown): fc.Arbitrary<unknown> {
  const { type, format, pattern, enum: words } = schema;
  if (words) return fc.constantFrom(...words);
  if (type === "integer") {
    const { minimum: min = 0, maximum: max = 1000 } = schema;
    return fc.integer({ min, max });
  }
  if (type === "boolean") return fc.boolean();
  if (type === "array") {
    const { minItems: minLength = 0, uniqueItems, items } = schema;
    const element = documentedValue(items as JsonSchema);
    const limits = { minLength, maxLength: Math.max(3, minLength) };
    return uniqueItems ? fc.uniqueArray(element, limits) : fc.array(element, limits);
  }
  if (type === "object") return schema.properties ? objectOf(schema, existing) : entryOf(schema);
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (format === "date")
    return fc
      .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  if (format === "date-time") {
    const [min, max] = [new Date("2020-01-01"), new Date("2030-01-01")];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const { minLength = 0, maxLength = 300 } = schema;
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 40) });
}

function entryOf({ additionalProperties }: JsonSchema) {
  const value = documentedValue(additionalProperties as JsonSchema);
  return fc.tuple(fc.string({ minLength: 1 }), value).map((entry) => Object.fromEntries([entry]));
}

/** With every field that is required, and some of the others. */
function objectOf({ properties = {}, required = [] }: JsonSchema, existing: unknown) {
  const { ...knownFields } = existing as Record<string, unknown> | undefined;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      documentedValue(field as JsonSchema, knownFields[name]),
    ]),
  );
  return fc.record(fields, { requiredKeys: required });
}

/** A request that the document allows: for records that exist, or that do not. */
export function validRequest(route: string, estate: Estate): fc.Arbitrary<TestRequest> {
  const accepted = acceptedRequest(route, estate);
  const { body, parameters } = operationOf(route);
  const query = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === "query")
      .map((parameter) => [parameter.name, queryValue(parameter, accepted)]),
  );
  const headers = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === "header")
      .map(({ name, schema }) => [name, documentedValue(schema).map(String)]),
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const requiredKeys = required.filter((name) => name in query);
  return fc
    .record({
      query: fc.record(query, { requiredKeys }),
      body: body ? anyValue(body, accepted.body) : fc.constant(undefined),
      uuid: fc.oneof(fc.constant(accepted.uuid ?? ""), fc.uuid()),
      headers: fc.record(headers, { requiredKeys: [] }),
    })
    .map((parts) => ({ ...accepted, ...parts }) as TestRequest);
}

function queryValue({ name, schema }: Parameter, { query }: TestRequest) {
  const generated = documentedValue(schema).map(String);
  const preset = query?.[name];
  return preset === undefined ? generated : fc.oneof(fc.constant(preset), generated);
}

/**
 * The request that a reader sends who fills in nothing but a key and uuids of records: each parameter that
 * is required or has an example, and the example of the body.
 */
export function exampleRequest(route: string, estate: Estate): TestRequest {
  const { parameters, exampleBody } = operationOf(route);
  const ids = new Map(
    Object.entries(exampleIds).map(([kind, id]) => [id as unknown, estate[kind as Kind]]),
  );
  const exampleOf = ({ example }: Parameter) => String(ids.get(example) ?? example);
  const inPlace = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place && (each.required || each.example !== undefined))
        .map((each) => [each.name, exampleOf(each)]),
    );
  const body = exampleBody as Record<string, unknown> | undefined;
  return {
    key: estate.reseller.key,
    uuid: inPlace("path"),
    query: inPlace("query"),
    headers: inPlace("header"),
    body:
      body &&
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, ids.get(value) ?? value]),
      ),
  };
}

const OTHER_VALUES: unknown[] = [null, 7, true, {}, "", ["", 7], "x".repeat(300), "\u0007"];

/** A request that the document does not allow: a valid one, with one thing wrong. */
export function invalidRequest(route: string, estate: Estate): fc.Arbitrary<TestRequest> {
  const { body, parameters } = operationOf(route);
  const faults: fc.Arbitrary<(request: TestRequest) => TestRequest>[] = [
    fc.constantFrom(undefined, "", "rwm_no", "x".repeat(54)).map(
      (key) =>
        ({ key: _, ...request }) =>
          key === undefined ? request : { key, ...request },
    ),
  ];
  for (const { name, in: place, required, schema } of parameters) {
    // Any text is a preference, though an unknown one.
    if (name === "prefer") continue;
    if (place === "path") {
      faults.push(fc.constantFrom("", "1", "no uuid").map((uuid) => (each) => ({ ...each, uuid })));
      continue;
    }
    if (place === "header") {
      faults.push(
        fc.constantFrom("", "\u0007", '"').map((value) => (each) => ({
          ...each,
          headers: { ...each.headers, [name]: value },
        })),
      );
      continue;
    }
    faults.push(
      wrongParameter(schema).map((value) => (each) => ({
        ...each,
        query: { ...each.query, [name]: value },
      })),
    );
    if (required) {
      faults.push(
        fc.constant(({ query = {}, ...each }) => {
          const { [name]: _, ...others } = query;
          return { ...each, query: others };
        }),
      );
    }
  }
  if (body) faults.push(...bodyFaults(body));
  return fc
    .tuple(validRequest(route, estate), fc.oneof(...faults))
    .map(([request, spoil]) => spoil(request));
}

function wrongParameter({ type, maximum, maxLength, format }: JsonSchema): fc.Arbitrary<string> {
  if (maxLength && !format) return fc.constantFrom("", "x".repeat(maxLength + 1));
  if (type === "integer") {
    return fc.constantFrom("0", "-1", "1.5", "a", "", ...(maximum ? [String(maximum + 1)] : []));
  }
  return fc.constantFrom("", "no", "1,2");
}

function bodyFaults({ properties = {}, required = [] }: JsonSchema) {
  const faults: fc.Arbitrary<(request: TestRequest) => TestRequest>[] = [
    fc.constantFrom("", "{", "[]", "null", "7").map((body) => (each) => ({ ...each, body })),
    fc
      .constantFrom("text/plain", "application/x-www-form-urlencoded", "")
      .map((type) => (each) => ({ ...each, headers: { "content-type": type } })),
  ];
  for (const name of required) {
    faults.push(
      fc.constant(({ body, ...each }) => {
        const { [name]: _, ...others } = body as Record<string, unknown>;
        return { ...each, body: others };
      }),
    );
  }
  for (const [name, field] of Object.entries(properties)) {
    const wrong = OTHER_VALUES.filter((value) => !isAllowed(field as JsonSchema, value));
    faults.push(
      fc.constantFrom(...wrong).map((value) => ({ body, ...each }) => ({
        ...each,
        body: { ...(body as object), [name]: value },
      })),
    );
  }
  return faults;
}

/** By type and length only: enough to tell what is surely wrong. */
function isAllowed(schema: JsonSchema, value: unknown): boolean {
  const { type, anyOf, minLength = 0, maxLength = Infinity } = schema;
  if (anyOf) return anyOf.some((each) => isAllowed(each as JsonSchema, value));
  if (Array.isArray(type)) return type.some((each) => isAllowed({ ...schema, type: each }, value));
  if (type === "null") return value === null;
  if (type === "integer" || type === "number") return typeof value === "number";
  if (type === "string") {
    return typeof value === "string" && value.length >= minLength && value.length <= maxLength;
  }
  if (type === "object") return typeof value === "object" && value !== null;
  if (type === "boolean") return typeof value === "boolean";
  return Array.isArray(value);
}
