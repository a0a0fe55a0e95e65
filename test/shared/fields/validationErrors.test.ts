import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  rule,
  shortArray,
  timestampParameter,
  uuidParameter,
  validate,
} from "../../../shared/fields/validationErrors.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";

const short = rule("length", "Too long", (value: string) => value.length < 5);
const lower = rule("format", "Not in lower case", (value: string) => value === value.toLowerCase());
const words = z.array(z.string().check(short, lower));
const schema = z.object({ query: z.unknown(), body: z.object({ words }) });

function errorsOf(...values: unknown[]) {
  try {
    return validate(schema, { query: {}, body: { words: values } });
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationFailed);
    return (error as ValidationFailed).errors;
  }
}

test.each([
  ["of a value that breaks two", ["LONGER"], { length: "Too long" }],
  ["of the first element that breaks one", ["A", "longer"], { format: "Not in lower case" }],
  ["of the first element that breaks one", ["longer", "A"], { length: "Too long" }],
  ["of the first element that breaks one", [7, "A"], { type: "Words must be an array of strings" }],
  ["of the first element that breaks one", ["A", 7], { format: "Not in lower case" }],
])("the first broken rule of a field is told: %s", (_, values, rules) => {
  expect(errorsOf(...values)).toEqual({ words: rules });
});

test("a check that names no rule is a mistake of ours", () => {
  const unnamed = z.object({ body: z.string().check(z.maxLength(3)) });
  expect(() => validate(unnamed, { body: "long" })).toThrow("No rule for the check too_big");
});

/** The errors of a request that a schema refuses. */
function refusalOf(schema: z.ZodMiniType, request: unknown) {
  try {
    return { accepted: validate(schema, request) };
  } catch (error) {
    return (error as ValidationFailed).errors;
  }
}

test("a rule of two fields blames the one that it names, and what comes after it is not asked", () => {
  const isSame = ({ one, other }: { one: string; other: string }) => one === other;
  const body = z.object({ one: z.string(), other: z.string() }).check(
    rule("mismatch", "Not the same", isSame, { field: "other" }),
    rule("format", "Never asked", () => false),
  );
  const schema = z.object({ body });
  expect(refusalOf(schema, { body: { one: "a", other: "b" } })).toEqual({
    other: { mismatch: "Not the same" },
  });
  expect(refusalOf(schema, { body: { one: "a", other: "a" } })).toEqual({
    "": { format: "Never asked" },
  });
});

test("a UUID is read in lower case", () => {
  const schema = z.object({ query: z.object({ id: uuidParameter("id") }) });
  const id = "0B7F4E9C-2D5A-4E7B-9C1D-3F5A7B9D1E2F";
  const accepted = { query: { id: id.toLowerCase() } };
  expect(refusalOf(schema, { query: { id } })).toEqual({ accepted });
  expect(refusalOf(schema, { query: { id: `${id},${id}` } })).toEqual({
    id: { format: "Id must be one valid UUID" },
  });
});

test("of an array that is too long no more is looked at than shows it", () => {
  const looked: string[] = [];
  const item = z.string().check(rule("format", "Never", (value) => looked.push(value) > 0));
  const few = rule<string[]>("max", "Two at most", (values) => values.length <= 2);
  const schema = z.object({ body: z.object({ list: shortArray(2, z.array(item).check(few)) }) });
  expect(refusalOf(schema, { body: { list: ["a", "b", "c", "d"] } })).toEqual({
    list: { max: "Two at most" },
  });
  expect(looked).toEqual(["a", "b", "c"]);
  expect(refusalOf(schema, { body: { list: ["a", "b"] } })).toEqual({
    accepted: { body: { list: ["a", "b"] } },
  });
  expect(refusalOf(schema, { body: { list: "a" } })).toEqual({
    list: { type: "List must be an array" },
  });
});

describe("a time", () => {
  const parameter = z.object({ query: z.object({ since: timestampParameter("Since") }) });
  const readTime = (since: string) => validate(parameter, { query: { since } }).query.since;

  test.each([
    ["2026-01-31T09:30:00+00:00", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30:00 01:00", "2026-01-31T08:30:00.000Z"],
    ["2026-01-31t09:30:00.5z", "2026-01-31T09:30:00.500Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"],
  ])("is read: %s", (since, time) => {
    expect(readTime(since).toISOString()).toBe(time);
  });

  test.each([
    "2026-01-31",
    "2026-01-31T09:30:00",
    "2026-01-31T09:30Z",
    "0000-01-01T00:00:00+00:01",
    "9999-12-31T23:59:00-00:01",
  ])("is refused: %s", (since) => {
    const format = "Since must be a time such as 2026-01-31T09:30:00+00:00";
    expect(() => readTime(since)).toThrow(
      expect.objectContaining({ errors: { since: { format } } }),
    );
  });
});
