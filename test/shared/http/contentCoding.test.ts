import { expect, test } from "vitest";
import { chooseCoding } from "../../../shared/http/transfer.ts";

test.each([
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["gzip; q=0.5, br; q=0.5", "br"],
  ["GZIP", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["identity;q=0.5, gzip", "gzip"],
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
  "*;q=0",
  "identity, gzip;q=0.5",
  "identity;q=0",
  "gzip;q=x",
  "gzip;x=1;q=0",
])("of a long body, %s means as it is", (header) => {
  expect(chooseCoding(header, 1000)).toBeUndefined();
});

test("a body of less than a kilobyte is sent as it is, unless that is refused", () => {
  expect(chooseCoding("gzip, br", 999)).toBeUndefined();
  expect(chooseCoding("identity;q=0, gzip", 999)).toBe("gzip");
  expect(chooseCoding("*;q=0, gzip;q=0.1", 2)).toBe("gzip");
});
