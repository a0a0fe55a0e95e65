type Json = Record<string, unknown>;

/** Requests that were accepted must stay accepted; fields of responses must stay as they were. */
type Direction = "request" | "response";

const METHODS = ["get", "post", "patch", "put", "delete"];

/** Limits that must not become tighter for requests: upper ones must not fall, lower ones not rise. */
const UPPER = ["maxLength", "maxItems", "maximum", "maxProperties"];
const LOWER = ["minLength", "minItems", "minimum", "minProperties"];

/** Keywords whose value is an object by name. */
const MAPS = ["paths", "webhooks", "schemas", "responses", "properties"];
const READ = new Set([
  ...[...METHODS, ...MAPS, ...UPPER, ...LOWER, "components", "parameters", "name", "in", "schema"],
  ...["requestBody", "content", "application/json", "$ref", "type", "items", "required"],
  ...["enum", "anyOf"],
]);

/** The part of a description that `breakingChanges` compares: no texts, examples or headers. */
export function contractOf(document: Json): Json {
  return Object.fromEntries(
    Object.entries(document)
      .filter(([key]) => READ.has(key))
      .map(([key, value]) => [key, MAPS.includes(key) ? mapValues(value) : contractOfValue(value)]),
  );
}

function contractOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contractOfValue);
  return typeof value === "object" && value !== null ? contractOf(value as Json) : value;
}

function mapValues(value: unknown): Json {
  return Object.fromEntries(entriesOf(value).map(([name, each]) => [name, contractOfValue(each)]));
}

/**
 * The changes that would break a client of the older description, a line each: paths, methods, fields
 * of answers and events that are gone, and requests that are no longer accepted.
 */
export function breakingChanges(older: Json, newer: Json): string[] {
  const problems: string[] = [];

  for (const collection of ["paths", "webhooks"]) {
    for (const [path, oldItem] of entriesOf(older[collection])) {
      const newItem: unknown = asObject(newer[collection])[path];
      if (!newItem) problems.push(`${path} is gone`);
      for (const method of METHODS.filter((each) => newItem && each in asObject(oldItem))) {
        const operation = asObject(newItem)[method];
        const place = `${method.toUpperCase()} ${path}`;
        if (!operation) problems.push(`${place} is gone`);
        else compareOperations(place, asObject(asObject(oldItem)[method]), asObject(operation));
      }
    }
  }
  return problems;

  function compareOperations(place: string, old: Json, current: Json) {
    compareParameters(place, parametersOf(old), parametersOf(current));
    const isEvent = place.startsWith("POST ") && !place.includes("/");
    const [oldBody, newBody] = [bodySchema(old["requestBody"]), bodySchema(current["requestBody"])];
    if (!oldBody && newBody) problems.push(`${place} takes a body now`);
    if (oldBody && newBody) {
      compareSchemas(`${place}: body`, oldBody, newBody, isEvent ? "response" : "request");
    }
    for (const [status, oldResponse] of entriesOf(old["responses"])) {
      const newResponse: unknown = asObject(current["responses"])[status];
      if (!newResponse) problems.push(`${place} no longer answers ${status}`);
      const before = bodySchema(resolve(older, asObject(oldResponse)));
      const after = bodySchema(resolve(newer, asObject(newResponse)));
      if (before && after) compareSchemas(`${place}: ${status}`, before, after, "response");
    }
  }

  function compareParameters(place: string, old: Map<string, Json>, current: Map<string, Json>) {
    for (const [name, parameter] of current) {
      const before = old.get(name);
      if (parameter["required"] && !before?.["required"]) {
        problems.push(`${place}: parameter ${name} is required now`);
      }
      if (!before) continue;
      const schemas = [asObject(before["schema"]), asObject(parameter["schema"])] as const;
      compareSchemas(`${place}: parameter ${name}`, ...schemas, "request");
    }
    for (const name of old.keys()) {
      if (!current.has(name)) problems.push(`${place}: parameter ${name} is gone`);
    }
  }

  function compareSchemas(place: string, before: Json, after: Json, direction: Direction) {
    const [old, current] = [resolve(older, before), resolve(newer, after)];
    compareKinds(place, old, current, direction);
    if (direction === "request") compareLimits(place, old, current);
    const [oldEnum, newEnum] = [old["enum"], current["enum"]] as (unknown[] | undefined)[];
    const lost = oldEnum?.filter((value) => newEnum && !newEnum.includes(value)) ?? [];
    if (lost.length > 0) problems.push(`${place} is no longer one of ${lost.join(", ")}`);
    if (!oldEnum && newEnum && direction === "request")
      problems.push(`${place} takes fewer values now`);
    compareFields(place, old, current, direction);
    if (old["items"] && current["items"]) {
      compareSchemas(`${place}[]`, asObject(old["items"]), asObject(current["items"]), direction);
    }
  }

  function compareFields(place: string, old: Json, current: Json, direction: Direction) {
    const [wasRequired, isRequired] = [old, current].map(
      ({ required }) => new Set((required as string[] | undefined) ?? []),
    ) as [Set<string>, Set<string>];
    for (const [name, field] of entriesOf(old["properties"])) {
      const now = asObject(current["properties"])[name];
      if (!now) problems.push(`${place}.${name} is gone`);
      else compareSchemas(`${place}.${name}`, asObject(field), asObject(now), direction);
      if (now && direction === "response" && wasRequired.has(name) && !isRequired.has(name)) {
        problems.push(`${place}.${name} may be absent now`);
      }
    }
    for (const name of direction === "request" ? isRequired : []) {
      if (!wasRequired.has(name)) problems.push(`${place}.${name} is required now`);
    }
  }

  function compareLimits(place: string, old: Json, current: Json) {
    const limit = (schema: Json, name: string, none: number) => Number(schema[name] ?? none);
    const tighter = [
      ...UPPER.filter((name) => limit(current, name, Infinity) < limit(old, name, Infinity)),
      ...LOWER.filter((name) => limit(current, name, -Infinity) > limit(old, name, -Infinity)),
    ];
    for (const name of tighter) problems.push(`${place} has a tighter ${name}`);
  }

  /** An answer may get further alternatives that are named schemas, such as types of feed items. */
  function compareKinds(place: string, old: Json, current: Json, direction: Direction) {
    const [before, now] = [kindsOf(old), kindsOf(current)];
    for (const [kind, schema] of before) {
      const same = now.get(kind);
      if (!same && (direction === "request" || !TYPES.has(kind))) {
        problems.push(`${place} is no longer ${kind}`);
      }
      if (same && schema !== old) compareSchemas(`${place} (${kind})`, schema, same, direction);
    }
    if (direction === "request") return;
    for (const kind of now.keys()) {
      if (TYPES.has(kind) && !before.has(kind)) problems.push(`${place} may be ${kind} now`);
    }
  }
}

const TYPES = new Set(["string", "integer", "number", "boolean", "array", "object", "null"]);

/** What a value can be: types, or in a union the names of schemas. */
function kindsOf(schema: Json): Map<string, Json> {
  const union = schema["anyOf"] as Json[] | undefined;
  const kinds = new Map<string, Json>();
  for (const each of union ?? [schema]) {
    const { $ref, type = [] } = each;
    if (typeof $ref === "string") kinds.set($ref.split("/").at(-1) ?? "", each);
    for (const name of [type].flat()) kinds.set(String(name), each);
  }
  return kinds;
}

function parametersOf({ parameters = [] }: Json): Map<string, Json> {
  return new Map((parameters as Json[]).map((each) => [`${each["in"]} ${each["name"]}`, each]));
}

function bodySchema(body: unknown): Json | undefined {
  const json = asObject(asObject(body)["content"])["application/json"];
  return json ? asObject(asObject(json)["schema"]) : undefined;
}

function resolve(document: Json, part: Json): Json {
  const { $ref } = part;
  if (typeof $ref !== "string") return part;
  return $ref
    .split("/")
    .slice(1)
    .reduce<Json>((at, name) => asObject(at[name]), document);
}

function asObject(value: unknown): Json {
  return (value ?? {}) as Json;
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asObject(value));
}
