import { expect, test } from "vitest";
import { answerBytes } from "../../../shared/http/responses.ts";

test("a part takes the bytes by which it makes the function's answer longer", () => {
  const bytesOf = (body: string) => Buffer.byteLength(JSON.stringify({ statusCode: 200, body }));
  for (const part of ["", "text", 'a "quoted" \\ größe\n', { name: "x" }, [1, null]]) {
    expect(answerBytes(part)).toBe(bytesOf(JSON.stringify(part)) - bytesOf(""));
  }
});
