import { beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { call } from "../support/api.ts";
import { endpoints } from "../support/endpoints.ts";
import { invalid } from "../support/expected.ts";
import { type Estate, makeEstate } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";
import { exampleBody } from "./exampleBody.ts";

/**
 * Every field that a body's schema knows has a type, and every text an end: also of a field that is
 * added tomorrow. Which forms and lengths a field accepts is tested with its endpoint.
 */
const TOO_LONG = "x".repeat(1000);

const fields = [...endpoints].flatMap(([route, { body }]) =>
  body ? leavesOf(body).map((leaf) => ({ route, schema: body, ...leaf })) : [],
);

let estate: Estate;

beforeAll(async () => {
  estate = await makeEstate();
});

describe.each(fields)("$route, $field", ({ route, schema, field, type }) => {
  async function answerTo(value: unknown) {
    const body = exampleBody(schema, "minimal", { custom_fields: [] });
    return await call(route, { ...acceptedRequest(route, estate), body: put(body, field, value) });
  }

  test("is refused when it is of another type", async () => {
    const text = expect.any(String);
    expect(await answerTo(7)).toEqual(invalid({ [field]: { type: text } }));
    expect(await answerTo(null)).toEqual(invalid({ [field]: { type: text } }));
  });

  test.runIf(type === "string" || type === "array")("is refused when it is too long", async () => {
    // The text names the field, in words.
    const words = field.split(".").at(-1)?.replaceAll("_", " ").replace(/s$/, "") ?? "";
    const text = expect.stringMatching(new RegExp(words, "i"));
    const value = type === "array" ? [TOO_LONG] : TOO_LONG;
    expect(await answerTo(value)).toEqual(invalid({ [field]: { length: text } }));
  });
});

/** The fields of a body by their names in an error, `business.hostname`, and the types of their values. */
function leavesOf(schema: z.ZodMiniType, prefix = ""): { field: string; type: string }[] {
  const { def } = schema as z.ZodMiniObject;
  return Object.entries(def.shape).flatMap(([name, given]) => {
    const inner = unwrap(given as z.ZodMiniType);
    const field = `${prefix}${name}`;
    if (inner.def.type === "object") return leavesOf(inner, `${field}.`);
    return [{ field, type: inner.def.type }];
  });
}

function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const {
    innerType,
    in: before,
    out,
  } = schema.def as {
    innerType?: z.ZodMiniType;
    in?: z.ZodMiniType;
    out?: z.ZodMiniType;
  };
  // A `shortArray` is the array behind what cuts it.
  const inner = before?.def.type === "transform" ? out : innerType;
  return inner ? unwrap(inner) : schema;
}

/** A copy of a body with another value of one field. */
function put(body: Record<string, unknown>, field: string, value: unknown) {
  const [name = "", inner] = field.split(".");
  if (inner === undefined) return { ...body, [name]: value };
  return { ...body, [name]: { ...(body[name] as object), [inner]: value } };
}
