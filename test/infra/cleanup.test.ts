import { describe, expect, it } from "vitest";
import { synthesize, theOne } from "../support/stack.ts";

const template = synthesize();
const stream = theOne(template, "AWS::Lambda::EventSourceMapping").Properties;

describe("the clean-up", () => {
  it("hears of deleted businesses and websites only", () => {
    const patterns = stream.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    expect(patterns).toEqual([
      {
        eventName: ["REMOVE"],
        dynamodb: { OldImage: { __edb_e__: { S: ["business", "website"] } } },
      },
    ]);
  });

  it("loses nothing that happened before it was first deployed", () => {
    expect(stream.StartingPosition).toBe("TRIM_HORIZON");
  });

  it("tries again only what failed, and gives up before the stream forgets", () => {
    expect(stream).toMatchObject({
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 50,
    });
    expect(stream.MaximumRecordAgeInSeconds).toBeLessThan(24 * 3600);
  });

  it("leaves what it gave up in an encrypted queue for two weeks", () => {
    const destination = stream.DestinationConfig.OnFailure.Destination["Fn::GetAtt"][0];
    expect(template.Resources[destination]?.Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
  });
});
