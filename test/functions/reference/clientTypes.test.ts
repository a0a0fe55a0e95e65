import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { firstLine, typesFile } from "../../../functions/reference/writeClientTypes.ts";

it("the types of the client are made from the document as it is; `npm run client:types` makes them", () => {
  const [line] = readFileSync(typesFile, "utf8").split("\n", 1);
  expect(`${line}\n`).toBe(firstLine());
});
