import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { rule, timestampParameter, validate } from "../../../shared/fields/validationErrors.ts";
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
