import { expect, test } from "vitest";
import { chooseCoding } from "../../../shared/http/transfer.ts";

test.each([
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip; q=0.5, br; q=0.5", "br"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity, gzip", "gzip"],
  ["gzip;q=0.001", "gzip"],
])("of a long body, %s means %s", (header, coding) => {
  expect(chooseCoding(header, 1000)).toBe(coding);
});

test.each([
  undefined,
  "",
  "identity",
  "deflate, zstd",
  "gzip;q=0",
  "gzip;q=0, br;q=0.000",
  "xgzip",
])("of a long body, %s means as it is", (header) => {
  expect(chooseCoding(header, 1000)).toBeUndefined();
});

test("a body of less than a kilobyte is sent as it is", () => {
  expect(chooseCoding("gzip, br", 999)).toBeUndefined();
});
