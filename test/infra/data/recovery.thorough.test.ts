import { App } from "aws-cdk-lib";
import { expect, test } from "vitest";
import { settingsFor } from "../../../infra/settings.ts";
import { addService } from "../../../infra/stack.ts";
import type { Resource } from "../../support/stack.ts";

test("warm throughput is that of the table and of both indexes", () => {
  const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
  addService(app, settingsFor("prod", { warmThroughput: { reads: 24_000, writes: 12_000 } }));
  const { stacks } = app.synth();
  const table = stacks
    .flatMap(({ template }) => Object.values<Resource>(template.Resources))
    .find(({ Type }) => Type === "AWS::DynamoDB::GlobalTable");
  const wanted = { ReadUnitsPerSecond: 24_000, WriteUnitsPerSecond: 12_000 };
  expect(table?.Properties).toMatchObject({
    WarmThroughput: wanted,
    GlobalSecondaryIndexes: [{ WarmThroughput: wanted }, { WarmThroughput: wanted }],
  });
});
