import { expect, it } from "vitest";
import { folderBehind, resourcesOf, synthesize } from "../../support/stack.ts";

const template = synthesize("prod");
const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping")
  .map(([, { Properties }]) => Properties)
  .filter(({ StartingPosition }) => StartingPosition);
const [stream] = mappings;

it("the stream is followed by the dispatcher alone", () => {
  // A stream's shard takes two readers at once, and an operator may need the second.
  const folders = mappings.map(({ FunctionName }) => folderBehind(template, FunctionName));
  expect(folders).toEqual(["changes"]);
});

it("the records that crash the dispatcher are kept for two weeks", () => {
  const destination = stream.DestinationConfig.OnFailure.Destination["Fn::GetAtt"][0];
  expect(template.Resources[destination]?.Properties).toMatchObject({
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 14, Status: "Enabled" }] },
  });
});
