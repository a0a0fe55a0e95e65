import { beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { call } from "../support/api.ts";
import { endpoints } from "../support/endpoints.ts";
import { invalid } from "../support/expected.ts";
import { type Estate, makeEstate } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";
import { casesFor } from "../support/runs.ts";
import { exampleBody } from "./exampleBody.ts";

/**
 * Every field of every body must refuse other types, and every text a length beyond its limit; new
 * fields are covered as well. The endpoints' tests cover the forms and lengths that a field accepts.
 */
const TOO_LONG = "x".repeat(1000);

/** The line breaks of Unicode (UAX #14), and a carriage return. */
const LINE_BREAKS = ["\n", "\u000b", "\f", "\r", "\u0085", "\u2028", "\u2029"];

const fields = [...endpoints].flatMap(([route, { body }]) =>
  body ? leavesOf(body).map((leaf) => ({ route, schema: body, ...leaf })) : [],
);

let estate: Estate;

beforeAll(async () => {
  estate = await makeEstate();
});

const numbered = fields.map((field, index) => ({ ...field, index }));

describe.each(numbered)("$route, $field", ({ route, schema, field, type, index }) => {
  async function answerTo(value: unknown) {
    const special = { custom_fields: [], ...sharedRecord(route) };
    const body = exampleBody(schema, "minimal", special);
    return await call(route, { ...acceptedRequest(route, estate), body: put(body, field, value) });
  }

  test("is refused with another type", async () => {
    const text = expect.any(String);
    expect(await answerTo(7)).toEqual(invalid({ [field]: { type: text } }));
    expect(await answerTo(null)).toEqual(invalid({ [field]: { type: text } }));
  });

  if (type !== "string" && type !== "array") return;

  test("is refused when it is too long", async () => {
    // The text names the field in words.
    const words = field.split(".").at(-1)?.replaceAll("_", " ").replace(/s$/, "") ?? "";
    const text = expect.stringMatching(new RegExp(words, "i"));
    const value = type === "array" ? [TOO_LONG] : TOO_LONG;
    expect(await answerTo(value)).toEqual(invalid({ [field]: { length: text } }));
  });

  test.each(casesFor(index, LINE_BREAKS))(
    "is refused with the line break %j",
    async (lineBreak) => {
      const text = `a${lineBreak}b`;
      const value = type === "array" ? [text] : text;
      const format = expect.any(String);
      expect(await answerTo(value)).toEqual(invalid({ [field]: { format } }));
    },
  );
});

/** A share is of a website or of a business. */
function sharedRecord(route: string) {
  const shared = { website_uuid: estate.website, business_uuid: undefined, kind: "report" };
  const days = { from: "2026-11-01", to: "2026-11-20" };
  return route === "POST /v1/shares" ? { ...shared, ...days, language: "de" } : {};
}

/** The fields of a body, named as in errors (`business.hostname`), with the types of their values. */
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
  // A `shortArray` is a transform that cuts the input, and then the array.
  const inner = before?.def.type === "transform" ? out : innerType;
  return inner ? unwrap(inner) : schema;
}

/** A copy of a body with one field changed. */
function put(body: Record<string, unknown>, field: string, value: unknown) {
  const [name = "", inner] = field.split(".");
  if (inner === undefined) return { ...body, [name]: value };
  return { ...body, [name]: { ...(body[name] as object), [inner]: value } };
}
