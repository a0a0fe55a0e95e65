import { expect, test } from "vitest";
import { compileFilter } from "../../../infra/local/streams/delivery.ts";

const record = {
  eventName: "REMOVE",
  dynamodb: { OldImage: { kind: { S: "website" }, gone: { NULL: true } } },
};

test.each([
  [{ eventName: ["REMOVE"] }, true],
  [{ eventName: ["INSERT", "REMOVE"] }, true],
  [{ eventName: ["INSERT"] }, false],
  [{ eventName: ["REMOVE"], dynamodb: { OldImage: { kind: { S: ["website"] } } } }, true],
  [{ eventName: ["REMOVE"], dynamodb: { OldImage: { kind: { S: ["user"] } } } }, false],
  [{ dynamodb: { NewImage: { kind: { S: ["website"] } } } }, false],
  [{ dynamodb: { OldImage: { gone: { NULL: [true] } } } }, true],
])("%j matches: %s", (pattern, matches) => {
  expect(compileFilter(JSON.stringify(pattern))(record)).toBe(matches);
});

test("an operator that is not known is refused, not ignored", () => {
  expect(() => compileFilter('{"eventName":[{"numeric":["=",1]}]}')).toThrow(/"numeric"/);
});
