import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bundleOptions } from "../../../infra/function/bundle.ts";
import { resourcesOf, synthesize } from "../../support/stack.ts";

const ALLOWS = "allowLocalAddresses()";

it("only the local server reaches this machine's own addresses", () => {
  const callers = globSync("{functions,infra,shared}/**/*.{ts,js,cjs}", {
    exclude: ["**/node_modules/**"],
  }).filter((file) => readFileSync(file, "utf8").includes(ALLOWS));
  expect(callers.toSorted()).toEqual([
    "infra/local/local.ts",
    // A thread of a process that may: its parent tells it.
    "shared/audit/pages/threads.ts",
  ]);
  expect(bundleOptions.inject).toBeUndefined();
});

it.each(["dev", "prod"])(
  "no function of %s has a variable that moves AWS or its requests",
  (stage) => {
    const functions = resourcesOf(synthesize(stage), "AWS::Lambda::Function");
    const names = functions.flatMap(([, { Properties }]) =>
      Object.keys(Properties.Environment?.Variables ?? {}),
    );
    expect(names.filter((name) => /^AWS_|^NODE_|LOCAL|LOOPBACK/.test(name))).toEqual([]);
  },
);
