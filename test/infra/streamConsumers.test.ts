import { describe, expect, it } from "vitest";
import { type ChangeName, followedEntities } from "../../functions/changes/follows.ts";
import { folderBehind, mappingsOf, resourcesOf, synthesize } from "../support/stack.ts";

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

describe("the dispatcher", () => {
  it("gets the changes that its parts follow, and no others", () => {
    const patterns = stream.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    const pattern = (name: ChangeName, image: string) => ({
      eventName: [name],
      dynamodb: { [image]: { __edb_e__: { S: followedEntities(name) } } },
    });
    expect(patterns).toEqual([
      pattern("INSERT", "NewImage"),
      pattern("MODIFY", "NewImage"),
      pattern("REMOVE", "OldImage"),
    ]);
  });

  it("loses nothing that happened before it was first deployed", () => {
    expect(stream.StartingPosition).toBe("TRIM_HORIZON");
  });

  it("works off a shard's items at once, in large batches", () => {
    expect(stream).toMatchObject({
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 1,
      ParallelizationFactor: 10,
    });
  });

  it("tries again only what failed, and gives up before the stream forgets", () => {
    expect(stream).toMatchObject({
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 50,
    });
    expect(stream.MaximumRecordAgeInSeconds).toBeLessThan(24 * 3600);
  });

  it("has a queue for what it failed on, which it tries for two hours and keeps for two weeks", () => {
    const [own] = mappingsOf(template, "AWS::SQS::Queue").filter(
      ({ folder }) => folder === "changes",
    );
    const queue = template.Resources[own?.source ?? ""]?.Properties;
    const { maxReceiveCount, deadLetterTargetArn } = queue.RedrivePolicy;
    expect(maxReceiveCount * queue.VisibilityTimeout).toBe(2 * 3600);
    expect(own?.Properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
    const deadLetters = template.Resources[deadLetterTargetArn["Fn::GetAtt"][0]]?.Properties;
    expect(deadLetters.MessageRetentionPeriod).toBe(14 * 24 * 3600);
  });

  it("leaves the records that crash it, whole, in a private bucket for two weeks", () => {
    const destination = stream.DestinationConfig.OnFailure.Destination["Fn::GetAtt"][0];
    const bucket = template.Resources[destination];
    const policies = resourcesOf(template, "AWS::S3::BucketPolicy").filter(
      ([, { Properties }]) => Properties.Bucket.Ref === destination,
    );
    expect(bucket).toMatchObject({
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            { ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } },
          ],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 14, Status: "Enabled" }] },
      },
    });
    expect(bucket?.Properties.BucketName).toBeUndefined();
    expect(policies.map(([, { Properties }]) => Properties.PolicyDocument.Statement)).toEqual([
      [
        expect.objectContaining({
          Effect: "Deny",
          Action: "s3:*",
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        }),
      ],
    ]);
    expect(stream.MetricsConfig).toEqual({ Metrics: ["EventCount"] });
  });
});
