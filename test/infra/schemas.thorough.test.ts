import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { EVERYTHING, synthesize } from "../support/stack.ts";

/** What is used here of AWS's validator. */
interface Library {
  SchemaValidator: new () => { validate(template: unknown): Problem[] };
  TemplateContent: new (text: string) => unknown;
}
interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  propertyPath?: string;
}

/** With the schemas of all resources, offline, as `aws-cdk-lib` brings it along. */
const library: Library = createRequire(import.meta.resolve("aws-cdk-lib"))(
  "@aws/cloudformation-validate",
);

const everything = synthesize("prod", { ...EVERYTHING, isStopped: true });
const validator = new library.SchemaValidator();

it("the template with every setting on is valid by AWS's schemas of its resources", () => {
  expect(problemsOf(everything)).toEqual([]);
});

function problemsOf(template: object): Problem[] {
  const content = new library.TemplateContent(JSON.stringify(template));
  // The rest is advice, such as which properties replace a resource when they change.
  return validator.validate(content).filter(({ severity }) => severity !== "INFO");
}
