import { describe, expect, it } from "vitest";
import { folderBehind, resourcesOf, synthesize } from "../support/stack.ts";

const template = synthesize();
const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping")
  .map(([, { Properties }]) => Properties)
  .filter(({ StartingPosition }) => StartingPosition)
  .map((mapping) => [folderBehind(template, mapping.FunctionName), mapping] as const);

/** The changes that each function is called with. */
const FOLLOWED: Record<string, unknown[]> = {
  cleanup: [
    {
      eventName: ["REMOVE"],
      dynamodb: { OldImage: { __edb_e__: { S: ["business", "website"] } } },
    },
  ],
  changes: [
    {
      eventName: ["INSERT", "MODIFY"],
      dynamodb: { NewImage: { __edb_e__: { S: ["website", "competitor"] } } },
    },
    { eventName: ["REMOVE"], dynamodb: { OldImage: { __edb_e__: { S: ["website"] } } } },
  ],
};

it("the stream is followed by the clean-up and by what starts checks", () => {
  // A stream's shard takes two readers at once; a third would be throttled.
  expect(mappings.map(([folder]) => folder).toSorted()).toEqual(["changes", "cleanup"]);
});

describe.each(mappings)("%s", (folder, stream) => {
  it("hears of the changes that it follows, and of no others", () => {
    const patterns = stream.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    expect(patterns).toEqual(FOLLOWED[folder]);
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
